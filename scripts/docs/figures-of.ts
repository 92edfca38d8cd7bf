import { formatUp } from "../../src/privacy/format-number.js";
import type { Guarantee } from "../../src/privacy/index.js";
import { croupier } from "./run-croupier.js";

/**
 * The two best proven figures and the best conditional one of a question, the arguments of `croupier
 * account`.
 */
export function figuresOf(question: string): [best: string, next: string, conditional: string] {
  const { guarantees } = JSON.parse(croupier(`account ${question} --json`)) as {
    readonly guarantees: readonly Guarantee[];
  };
  const upper = guarantees.filter(({ side }) => side === "upper");
  const [best, next] = upper.filter(({ status }) => status === "proven");
  return [show(best), show(next), show(upper.find(({ status }) => status === "conditional"))];
}

function show(guarantee: Guarantee | undefined): string {
  return guarantee === undefined ? "–" : `${formatUp(guarantee.epsilon.upper)}, \`${guarantee.method}\``;
}
