import { methodCoverage, type RoundKind } from "../../../../src/accounting/index.js";

const ROUNDS: Readonly<Record<RoundKind, string>> = {
  report: "one report",
  shuffle: "shuffle",
  subsampledShuffle: "subsampled-shuffle",
  checkInShuffle: "check-in",
  poissonSample: "poisson",
  randomAllocation: "random-allocation",
};
const INDENT = 22;
const WIDTH = 80;

/** Which methods cover which rounds, for the help text. */
export function methodsHelp(): string {
  const kinds = Object.keys(ROUNDS) as RoundKind[];
  const lines = kinds.map((kind) => {
    const methods = methodCoverage.filter(({ covers }) => covers.some(({ rounds }) => rounds.includes(kind)));
    return `  ${ROUNDS[kind]}`.padEnd(INDENT) + wrapped(methods.map(({ method }) => method));
  });
  return `Methods by round (reports and adjacencies: the table of methods in README):\n${lines.join("\n")}`;
}

function wrapped(words: readonly string[]): string {
  let column = INDENT;
  let text = "";
  for (const [i, word] of words.entries()) {
    const piece = i + 1 < words.length ? `${word}, ` : word;
    if (column + piece.trimEnd().length > WIDTH) {
      text = `${text.trimEnd()}\n${" ".repeat(INDENT)}`;
      column = INDENT;
    }
    text += piece;
    column += piece.length;
  }
  return text;
}
