import type { VectorRandomizer } from "../../../mechanisms/index.js";
import type { RandomSource } from "../../../random/random-source.js";
import type { ReportProtocol } from "../report-protocol.js";
import { divided } from "./mean-of.js";
import { checkLists } from "./report-lists.js";
import { randomizedSum } from "./report-sums.js";

/**
 * Reports of a randomizer of vectors, and `dummies` about zeros; the analyzer adds no noise, so that what the
 * engine drew is the aggregate but for these.
 */
export function randomizedReports<Report>(
  randomizer: VectorRandomizer<Report>,
  dummies: number,
  dummySum: (source: RandomSource) => Float64Array,
): ReportProtocol<Report> {
  const { dimension } = randomizer;
  const report: ReportProtocol<Report>["report"] = (gradient, source) =>
    randomizer.randomize(source, gradient);
  const aggregate: ReportProtocol<Report>["aggregate"] = (reports) => randomizer.decodeSum(reports);
  return {
    dimension,
    blocks: 1,
    dummies,
    bitsPerReport: randomizer.bitsPerReport,
    encode: (one) => randomizer.encode(one),
    decode: (bytes) => randomizer.decode(bytes),
    report,
    reportBlocks: (gradient, source) => [report(gradient, source)],
    dummy: (source) => randomizer.randomize(source, new Float64Array(dimension)),
    aggregate,
    aggregateBlocks: (reports) => aggregate(checkLists(reports, 1)[0]!),
    openSum: () => randomizedSum(randomizer),
    simulate(sum, _participants, source) {
      if (dummies === 0) return sum.slice();
      const added = dummySum(source);
      return sum.map((entry, i) => entry + added[i]!);
    },
    mean: (sum, participants) => divided(sum.slice(), participants),
  };
}
