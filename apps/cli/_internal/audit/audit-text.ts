import {
  formatConfidence,
  formatDown,
  formatNumber,
  formatUp,
} from "../../../../src/privacy/format-number.js";
import { describeAssumption, describeGuarantee } from "../../../../src/privacy/index.js";
import { wrapText } from "../terminal/wrap-text.js";
import type { AuditSummary } from "./audit-summary.js";
import type { ReplayedRun } from "./open-run-game.js";

/** The verdict in a sentence. */
export function verdictWords({ verdict, claim, guarantee }: AuditSummary): string {
  const { delta, epsilon, confidence = 1, adjacency } = guarantee;
  const bound = `at ${formatConfidence(confidence)} confidence epsilon >= ${formatDown(epsilon.lower)}`;
  const at = `at delta = ${formatDown(delta)}, ${adjacency}`;
  if (claim === undefined) return `No claim was made: ${bound} ${at}.`;
  const claimed = verdict === "refuted" ? formatUp(claim) : formatNumber(claim);
  return `Claim epsilon = ${claimed} ${at} is ${verdict}: ${bound}.`;
}

/** The report for a person. */
export function auditText(summary: AuditSummary, width: number): string {
  const { verdict, claim, others, guarantee, run, cohort } = summary;
  const notes = [
    ...(verdict === "not refuted" && claim !== undefined
      ? ["That it is not refuted says nothing for the claim: another attack, or more plays, may show more."]
      : []),
    playsWords(summary),
    ...(run === undefined ? [] : [runWords(run)]),
    ...(cohort === undefined ? [] : [`The other users hold ${cohort.map(formatNumber).join(", ")} in turn.`]),
    `Assumes that ${guarantee.assumptions.map(describeAssumption).join("; and ")}.`,
    ...others.map(describeGuarantee),
  ];
  return [verdictWords(summary), ...notes].map((line) => wrapText(line, { width })).join("\n");
}

/** What of a run was played. */
export function runWords({ folder, protocol, rounds, examples, canary }: ReplayedRun): string {
  const count = (number: number): string => number.toLocaleString("en");
  return `Each play is ${count(rounds)} rounds of ${protocol} as ${folder} has them, over ${count(examples)} examples of which one has a gradient of ten clip bounds (${canary}) and the others have none.`;
}

/** How many plays there were, and how the attacker guessed. */
export function playsWords({ trials, looked, planned, rule, seconds, interrupted }: AuditSummary): string {
  const count = (plays: number): string => plays.toLocaleString("en");
  const guesses = [
    ...(rule === undefined || rule.presentFrom === Infinity
      ? []
      : [`"present" from score ${formatNumber(rule.presentFrom)} on`]),
    ...(rule === undefined || rule.absentBelow === -Infinity
      ? []
      : [`"absent" below ${formatNumber(rule.absentBelow)}`]),
  ];
  return [
    `${count(trials)} of ${count(planned)} plays in ${formatNumber(seconds)} s`,
    ...(interrupted ? [`interrupted; the figure is of the first ${count(looked)}`] : []),
    guesses.length === 0 ? "no guess was worth anything" : `guessed ${guesses.join(" and ")}`,
  ]
    .join("; ")
    .concat(".");
}
