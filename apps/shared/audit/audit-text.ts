import { formatConfidence, formatDown, formatNumber, formatUp } from "../../../src/privacy/format-number.js";
import { describeAssumption, describeGuarantee } from "../../../src/privacy/index.js";
import { escapeControls } from "../words/escape-controls.js";
import { wrapText } from "../words/wrap-text.js";
import type { AuditSummary } from "./audit-summary.js";
import type { ReplayedRun } from "./replayed-run.js";

/** The verdict in a sentence. */
export function verdictWords({ verdict, claim, guarantee }: AuditSummary): string {
  const { delta, epsilon, confidence = 1, adjacency } = guarantee;
  const bound = `at ${formatConfidence(confidence)} confidence epsilon >= ${formatDown(epsilon.lower)}`;
  const at = `at delta = ${formatDown(delta)}, ${adjacency}`;
  if (claim === undefined) return `No claim was made: ${bound} ${at}.`;
  const claimed = verdict === "refuted" ? formatDown(claim) : formatUp(claim);
  return `Claim epsilon = ${claimed} ${at} is ${verdict}: ${bound}.`;
}

/** The report for a person. */
export function auditText(summary: AuditSummary, width: number): string {
  return [verdictWords(summary), ...auditNotes(summary), ...summary.others.map(describeGuarantee)]
    .map((line) => wrapText(escapeControls(line), { width }))
    .join("\n");
}

/** What belongs to the verdict: how far it goes, how it was come by, and what it assumes. */
export function auditNotes(summary: AuditSummary): readonly string[] {
  const { verdict, claim, guarantee, run, cohort, scoresSeemReversed } = summary;
  return [
    ...(verdict === "not refuted" && claim !== undefined
      ? ["That it is not refuted says nothing for the claim: another attack, or more plays, may show more."]
      : []),
    playsWords(summary),
    ...(scoresSeemReversed ? [reversedWords(summary)] : []),
    ...(run === undefined ? [] : [runWords(run)]),
    ...(cohort === undefined ? [] : [`The other users hold ${cohort.map(formatNumber).join(", ")} in turn.`]),
    `Assumes that ${guarantee.assumptions.map(describeAssumption).join("; and ")}.`,
  ];
}

/** That the scores seem to point the other way: a hint, with what to do about it. */
export function reversedWords({ command, reversed }: AuditSummary): string {
  const seen =
    "Opposite guesses would have been right too often for chance: the scores seem to be the wrong way round, as a loss is.";
  if (command === undefined) return `${seen} That is a hint and no bound.`;
  const flag = reversed ? "without --reverse-scores" : "with --reverse-scores";
  return `${seen} That is a hint and no bound. Audit again ${flag}, and with new plays (another --seed, or none): which way to read the scores must be chosen before the plays that count.`;
}

/** What of a run was played. */
export function runWords({ folder, protocol, rounds, examples, canary }: ReplayedRun): string {
  const count = (number: number): string => number.toLocaleString("en");
  return `Each play is ${count(rounds)} rounds of ${protocol} as ${folder} has them, over ${count(examples)} examples of which one has a gradient of ten clip bounds (${canary}) and the others have none.`;
}

/** How many plays there were, and how the attacker guessed. */
export function playsWords(summary: AuditSummary): string {
  const { trials, looked, planned, seconds, interrupted } = summary;
  const count = (plays: number): string => plays.toLocaleString("en");
  const guesses = guessesOf(summary);
  return [
    `${count(trials)} of ${count(planned)} plays in ${formatNumber(seconds)} s`,
    ...(interrupted
      ? [
          `interrupted; the figure is of the first ${count(looked)}, a number that was fixed beforehand, so that the confidence holds`,
        ]
      : []),
    guesses.length === 0 ? "no guess was worth anything" : `guessed ${guesses.join(" and ")}`,
  ]
    .join("; ")
    .concat(".");
}

/** The guesses that gave the bound, in the scores as the attack gave them. */
function guessesOf({ rule, reversed }: AuditSummary): string[] {
  if (rule === undefined) return [];
  const { presentFrom, absentBelow } = rule;
  const [from, below] = reversed ? ["up to score", "above"] : ["from score", "below"];
  const shown = (score: number): string => formatNumber(reversed ? -score : score);
  const on = reversed ? "" : " on";
  return [
    ...(presentFrom === Infinity ? [] : [`"present" ${from} ${shown(presentFrom)}${on}`]),
    ...(absentBelow === -Infinity ? [] : [`"absent" ${below} ${shown(absentBelow)}`]),
  ];
}
