import { drawDiscreteLaplace } from "../mechanisms/_internal/draw-discrete-laplace.js";
import { rationalOf } from "../mechanisms/_internal/exact-coins.js";
import { checkSource } from "../random/check-source.js";
import { type RandomSource, secureSource } from "../random/index.js";
import { checkArrayLike, checkNumber, checkOptions, RANGES, type Range } from "../validate.js";
import { DUMMY_SCALES, type RandomDummies } from "./random-dummies.js";

/** As many as a report list holds without trouble. */
const ALL: Range = { min: 0, max: 2 ** 30, advice: "take fewer categories, or less noise" };

/**
 * The shuffler's role: the reports with a random number of dummies of each category behind them, to be
 * shuffled.
 *
 * A category's number is λ + X, X discrete Laplace noise of scale b, drawn again until the number is possible
 * (never cut off, which would spend more). Guarantee: after {@link shuffleReports} the event of
 * {@link describeDummyCounts}; the noise is exact, by integers alone. Assumes: the shuffler draws the numbers
 * afresh for every round, and marks no dummy.
 *
 * @param reports the users' reports, numbers of categories
 * @param dummies the numbers' law, of {@link randomDummies}
 * @param source  where the randomness comes from; the platform's secure source by default
 * @returns the reports, and then the dummies
 * @throws DpError OUT_OF_RANGE the dummies are too many, or their law is outside its range
 * @example
 * const dummies = randomDummies({ categories: 2, targetEpsilon: 1, delta: 1e-6 });
 * addDummies([0, 1, 1], dummies).length; // 31
 */
export function addDummies(
  reports: ArrayLike<number>,
  dummies: RandomDummies,
  source: RandomSource = secureSource(),
): Uint32Array {
  const name = "addDummies";
  checkArrayLike(`${name}: reports`, reports);
  checkOptions(name, dummies, "dummies");
  checkSource(`${name}: source`, source);
  checkNumber(`${name}: dummies.laplaceScale`, dummies.laplaceScale, DUMMY_SCALES);
  checkNumber(`${name}: dummies.centre`, dummies.centre, RANGES.nonNegativeInteger);
  checkNumber(`${name}: dummies of all categories`, dummies.expected, ALL);
  const numbers = drawNumbers(dummies, source);
  const all = new Uint32Array(reports.length + numbers.reduce((sum, each) => sum + each, 0));
  all.set(reports);
  let end = reports.length;
  numbers.forEach((number, category) => {
    all.fill(category, end, end + number);
    end += number;
  });
  return all;
}

function drawNumbers(
  { categories, laplaceScale, centre, total }: RandomDummies,
  source: RandomSource,
): readonly number[] {
  const scale = rationalOf(laplaceScale);
  const most = total === "constant" ? 2 * centre : Infinity;
  const draw = (): number => {
    for (;;) {
      const number = centre + Number(drawDiscreteLaplace(source, scale));
      if (number >= 0 && number <= most) return number;
    }
  };
  if (total === "random") return Array.from({ length: categories }, draw);
  const first = draw();
  return [first, most - first];
}
