/** A probability law on a circle of points: of each place, an integer, its mass. */
export interface CircleLaw {
  readonly places: Int32Array;
  readonly mass: Float64Array;
  /** How many points the circle has, a power of two. */
  readonly length: number;
}
