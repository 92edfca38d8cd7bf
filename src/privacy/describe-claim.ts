import { describeAssumption } from "./assumption.js";
import type { Claim } from "./claim.js";

const STATUS_WORDS = {
  proven: "Proven",
  conditional: "Conditional",
  approximate: "Approximate, error not bounded",
  refuted: "Refuted, a counterexample is known",
} as const;

/** A claim in words: status, figure, adjacency, method and source, then assumptions and remark. */
export function describeClaim(figure: string, claim: Claim): string {
  const { status, adjacency, method, source, assumptions, remark } = claim;
  const condition = status === "conditional" ? "Only if" : "Assumes that";
  const granted = assumptions.map(describeAssumption).join("; and ");
  return [
    `${STATUS_WORDS[status]}: ${figure}, ${adjacency} (${method}; ${source}).`,
    ...(granted === "" ? [] : [`${condition} ${granted}.`]),
    ...(remark === undefined ? [] : [`${capitalised(remark)}.`]),
  ].join(" ");
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
