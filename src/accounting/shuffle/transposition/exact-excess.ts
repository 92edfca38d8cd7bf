/**
 * A number near x - 1 that 1 plus it is exactly: of many reports x is so near to 1 that its rounding would be
 * a share of it.
 */
export function exactExcess(excess: number): number {
  return 1 + excess - 1;
}
