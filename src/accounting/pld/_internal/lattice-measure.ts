/** Masses under P at the losses (first + i) step, with the mass of infinite loss apart. Need not sum to one. */
export interface LatticeMeasure {
  readonly step: number;
  readonly first: number;
  readonly mass: Float64Array;
  readonly infinite: number;
}

/** A lattice measure composed with itself. */
export interface LatticePower {
  readonly measure: LatticeMeasure;
  readonly times: number;
}
