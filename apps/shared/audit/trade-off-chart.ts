import type { LineChart } from "../../../src/charts/line-chart.js";
import { formatConfidence } from "../../../src/privacy/format-number.js";
import type { AuditSummary } from "./audit-summary.js";

/** Points of the claim's curve. */
const POINTS = 101;

/**
 * Both errors of the attack against each other, and what the claim allows: an observation below that curve
 * refutes it.
 */
export function tradeOffChart({ tradeOff, claim, guarantee }: AuditSummary): LineChart {
  const { delta, confidence = 1 } = guarantee;
  return {
    title: "Errors of the attack, and what the claim allows",
    xTitle: 'type I: "present" although absent',
    yTitle: 'type II: "absent" although present',
    series: [
      ...(claim === undefined
        ? []
        : [{ name: `claim: no point below`, stroke: "dashed" as const, points: allowed(claim, delta) }]),
      {
        name: "observed",
        stroke: "dash-dotted",
        points: tradeOff.map(({ typeOne, typeTwo }) => ({ x: typeOne.estimate, y: typeTwo.estimate })),
      },
      {
        name: `at most, at ${formatConfidence(confidence)} confidence`,
        stroke: "solid",
        points: tradeOff.map(({ typeOne, typeTwo }) => ({ x: typeOne.upper, y: typeTwo.upper })),
      },
    ],
  };
}

/** max(0, 1 - delta - e^epsilon a, e^-epsilon (1 - delta - a)). */
function allowed(epsilon: number, delta: number): { x: number; y: number }[] {
  const corner = (1 - delta) / (1 + Math.exp(epsilon));
  const even = Array.from({ length: POINTS }, (_, i) => i / (POINTS - 1));
  return [...even, corner]
    .sort((one, other) => one - other)
    .map((x) => ({
      x,
      y: Math.max(0, 1 - delta - Math.exp(epsilon) * x, Math.exp(-epsilon) * (1 - delta - x)),
    }));
}
