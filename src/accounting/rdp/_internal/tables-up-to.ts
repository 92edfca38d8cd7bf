/**
 * What is prepared for orders up to a largest one, anew only where an order is past the reach of all that is there: the further the
 * reach, the longer it takes.
 *
 * @param reaches rising; beyond the last the result is undefined
 */
export function tablesUpTo<Prepared>(
  reaches: readonly number[],
  prepare: (reach: number) => Prepared,
): (order: number) => Prepared | undefined {
  const prepared = new Map<number, Prepared>();
  return (order) => {
    const reach = reaches.find((each) => each >= order);
    if (reach === undefined) return undefined;
    if (!prepared.has(reach)) prepared.set(reach, prepare(reach));
    return prepared.get(reach);
  };
}
