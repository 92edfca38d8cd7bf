import type { VectorRandomizer } from "../../../mechanisms/index.js";
import type { ReportProtocol } from "../report-protocol.js";

/** Reports of a randomizer of vectors; the analyzer adds no noise, so that what the engine drew is the aggregate itself. */
export function randomizedReports<Report>(randomizer: VectorRandomizer<Report>): ReportProtocol<Report> {
  return {
    dimension: randomizer.dimension,
    bitsPerReport: randomizer.bitsPerReport,
    encode: (report) => randomizer.encode(report),
    decode: (bytes) => randomizer.decode(bytes),
    report: (gradient, source) => randomizer.randomize(source, gradient),
    aggregate: (reports) => randomizer.decodeSum(reports),
    simulate: (sum) => sum.slice(),
  };
}
