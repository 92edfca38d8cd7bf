import { memoize } from "../../../numerics/memoize.js";

/**
 * What is prepared for orders up to the least of a few reaches that covers an order: the further the reach,
 * the longer it takes.
 *
 * @param reaches rising; beyond the last the result is undefined
 */
export function tablesUpTo<Prepared extends object>(
  reaches: readonly number[],
  prepare: (reach: number) => Prepared,
): (order: number) => Prepared | undefined {
  const preparedTo = memoize(prepare);
  return (order) => {
    const reach = reaches.find((each) => each >= order);
    return reach === undefined ? undefined : preparedTo(reach);
  };
}
