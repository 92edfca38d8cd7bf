const SPLITTER = 2 ** 27 + 1;

/**
 * What a b exceeds its double by, exactly, where none of the partial products leaves the doubles (Dekker
 * 1971).
 */
export function productRemainder(a: number, b: number): number {
  const aHigh = highHalf(a);
  const bHigh = highHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (a * b - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function highHalf(value: number): number {
  const scaled = SPLITTER * value;
  return scaled - (scaled - value);
}
