/** A bar of a number of columns, filled up to a share in [0, 1]. */
export function bar(share: number, width: number): string {
  const done = Math.round(share * width);
  return "█".repeat(done) + "░".repeat(width - done);
}
