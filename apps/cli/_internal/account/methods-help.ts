import { methodCoverage, type RoundKind } from "../../../../src/accounting/index.js";
import type { HelpSection } from "../terminal/help-sections.js";

const ROUNDS: Readonly<Record<RoundKind, string>> = {
  report: "one report",
  shuffle: "shuffle",
  subsampledShuffle: "subsampled-shuffle",
  checkInShuffle: "check-in",
  poissonSample: "poisson",
  randomAllocation: "random-allocation",
};

/** Which methods cover which rounds, for the help text. */
export function methodsHelp(): HelpSection {
  const items = Object.entries(ROUNDS).map(([kind, words]) => {
    const methods = methodCoverage.filter(({ covers }) =>
      covers.some(({ rounds }) => rounds.includes(kind as RoundKind)),
    );
    return [words, methods.map(({ method }) => method).join(", ")];
  });
  return {
    title: "Methods by round (reports and adjacencies: README):",
    items: Object.fromEntries(items),
  };
}
