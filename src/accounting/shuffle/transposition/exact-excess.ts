/**
 * x - 1, rounded so that 1 plus it is a double: of many reports x is so near to 1 that its own rounding would
 * be a share of x - 1.
 */
export function exactExcess(excess: number): number {
  return 1 + excess - 1;
}
