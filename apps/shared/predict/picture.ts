/** A picture's bytes, pixel by pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Of a pixel: 1, grey, or 3, red, green and blue. */
  readonly channels: number;
  readonly values: Uint8Array;
}
