import { describeAssumption } from "../../../src/privacy/assumption.js";
import type { Guarantee } from "../../../src/privacy/guarantee.js";
import { formatNumber, formatUp } from "./format-number.js";

const WORTH = {
  proven: "Proven",
  conditional: "Conditional",
  approximate: "Approximate, error not bounded",
  refuted: "Refuted, a counterexample is known",
} as const;

/** One figure in one sentence that says what it is worth. */
export function describeGuarantee(guarantee: Guarantee): string {
  const { side, status, adjacency, delta, method, source, assumptions } = guarantee;
  const epsilon =
    side === "upper"
      ? `epsilon <= ${formatUp(guarantee.epsilon.upper)}`
      : `no epsilon below ${formatNumber(guarantee.epsilon.lower)} can hold`;
  const figure = `${WORTH[status]}: ${epsilon} at delta = ${formatNumber(delta)}, ${adjacency} (${method}; ${source}).`;
  const condition = status === "conditional" ? "Only if" : "Takes for granted that";
  const granted = assumptions.map(describeAssumption).join("; and ");
  return [
    figure,
    ...(granted === "" ? [] : [`${condition} ${granted}.`]),
    ...(guarantee.remark === undefined ? [] : [`${capitalised(guarantee.remark)}.`]),
  ].join(" ");
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
