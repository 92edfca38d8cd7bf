import { describeAssumption } from "../../../src/privacy/assumption.js";
import type { Claim } from "../../../src/privacy/claim.js";

const WORTH = {
  proven: "Proven",
  conditional: "Conditional",
  approximate: "Approximate, error not bounded",
  refuted: "Refuted, a counterexample is known",
} as const;

/** A claim in one sentence that says what it is worth. */
export function describeWorth(claim: string, worth: Claim): string {
  const { status, adjacency, method, source, assumptions, remark } = worth;
  const condition = status === "conditional" ? "Only if" : "Takes for granted that";
  const granted = assumptions.map(describeAssumption).join("; and ");
  return [
    `${WORTH[status]}: ${claim}, ${adjacency} (${method}; ${source}).`,
    ...(granted === "" ? [] : [`${condition} ${granted}.`]),
    ...(remark === undefined ? [] : [`${capitalised(remark)}.`]),
  ].join(" ");
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
