import { checkNumber, checkOptions, RANGES } from "../validate.js";
import { NUMBERS } from "./number-limits.js";

/**
 * The edges of bins of equal width.
 *
 * @param options.lower the first edge, finite, from public knowledge
 * @param options.upper the last edge, above `lower`
 * @param options.bins  how many bins, integer in [2, 2^26]
 * @returns bins + 1 increasing numbers
 * @throws DpError OUT_OF_RANGE an option is outside its range, or the bins do not fit between the bounds
 * @example equalWidthEdges({ lower: 0, upper: 100, bins: 4 }); // [0,25,50,75,100]
 */
export function equalWidthEdges(options: {
  readonly lower: number;
  readonly upper: number;
  readonly bins: number;
}): number[] {
  const name = "equalWidthEdges";
  const { lower, upper, bins } = checkOptions(name, options);
  checkNumber(`${name}: lower`, lower, NUMBERS);
  checkNumber(`${name}: upper`, upper, { ...NUMBERS, min: lower, minIncluded: false });
  checkNumber(`${name}: bins`, bins, { ...RANGES.positiveInteger, min: 2, max: 2 ** 26 });
  const inner = Array.from(
    { length: bins - 1 },
    (_, before) => (lower * (bins - 1 - before) + upper * (before + 1)) / bins,
  );
  const edges = [lower, ...inner, upper];
  edges.forEach((edge, index) => {
    if (index > 0)
      checkNumber(`${name}: edges[${index}]`, edge, { min: edges[index - 1]!, minIncluded: false });
  });
  return edges;
}
