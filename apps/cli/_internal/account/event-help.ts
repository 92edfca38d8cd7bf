import { methodCoverage, type RoundKind } from "../../../../src/accounting/index.js";
import { MECHANISMS } from "../../../shared/account/mechanisms.js";
import { formatTable } from "../../../shared/words/format-table.js";
import type { HelpSection } from "../terminal/help-sections.js";
import { describeWays } from "./event-flags.js";

const MEANINGS = {
  shuffle: "every user sends a report, and the reports are shuffled",
  "subsampled-shuffle": "--sampled users do",
  "check-in": "each user does with probability --check-in-rate",
  "...-local": "reports of any local randomizer",
  "poisson-gaussian": "central DP-SGD; --epochs may stand for --rounds",
  "random-allocation":
    "each record in one of --steps batches (examples / batch size, rounded down), on a trusted server; a round is an epoch",
};

const NOISE = `Gaussian noise is relative to the clip bound C (--noise-to-clip, Opacus' and TensorFlow Privacy's noise multiplier) or to the sensitivity of the adjacency (--noise-multiplier): 2C under replace-one, C otherwise. Without --adjacency the answer is for replace-one, and for add-or-remove where a method covers it.`;

const ROUNDS: Readonly<Record<RoundKind, string>> = {
  report: "one report",
  shuffle: "shuffle",
  subsampledShuffle: "subsampled-shuffle",
  checkInShuffle: "check-in",
  poissonSample: "poisson",
  randomAllocation: "random-allocation",
};

/**
 * What the help text of an accounting command says below its flags.
 *
 * @param solvedFor values that the command works out itself
 */
export function eventHelp(
  examples: readonly (readonly [question: string, command: string])[],
  solvedFor: readonly string[] = [],
): HelpSection[] {
  return [
    { layout: (width) => formatTable(MECHANISM_COLUMNS, mechanismRows(solvedFor), width) },
    { title: "Cohorts and reports:", items: MEANINGS },
    { title: "Noise:", text: NOISE },
    { title: "Methods by round (reports and adjacencies: README's table):", items: methodsByRound() },
    ...examples.map(([title, command]) => ({ title, commands: [command] })),
  ];
}

const MECHANISM_COLUMNS = [{ title: "Mechanisms:" }, { title: "flags needed:", wraps: true }];

function mechanismRows(solvedFor: readonly string[]): string[][] {
  return Object.entries(MECHANISMS).map(([name, { needs }]) => {
    const asked = needs.filter((ways) => !ways.flat().some((flag) => solvedFor.includes(flag)));
    return [`  ${name}`, asked.map(describeWays).join("; ")];
  });
}

function methodsByRound(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ROUNDS).map(([kind, name]) => {
      const methods = methodCoverage.filter(({ covers }) =>
        covers.some(({ rounds }) => rounds.includes(kind as RoundKind)),
      );
      return [name, methods.map(({ method }) => method).join(", ")];
    }),
  );
}
