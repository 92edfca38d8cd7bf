import { checkNumber, RANGES, wrongShape } from "../../../validate.js";

/** Predicted and true classes of the same examples, at least one; `classes` bounds them where it is given. */
export function checkClasses(
  where: string,
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  classes: number = 2 ** 32,
): void {
  for (const [name, values] of [
    ["predicted", predicted],
    ["actual", actual],
  ] as const) {
    const isArray = Array.isArray(values) || (ArrayBuffer.isView(values) && "length" in values);
    if (!isArray) throw wrongShape(`${where}: ${name}`, values, "an array of class numbers");
    const range = { ...RANGES.nonNegativeInteger, max: classes - 1 };
    for (let i = 0; i < values.length; i++) checkNumber(`${where}: ${name}[${i}]`, values[i], range);
  }
  if (predicted.length > 0 && predicted.length === actual.length) return;
  const allowed = `as many as actual, ${actual.length}, and at least one`;
  throw wrongShape(`${where}: predicted.length`, predicted.length, allowed);
}
