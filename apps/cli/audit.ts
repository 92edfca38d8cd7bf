import type { Command } from "commander";
import type { AuditReport } from "../../src/auditing/index.js";
import { DpError } from "../../src/errors.js";
import { auditPage } from "../shared/audit/audit-page.js";
import type { AuditSummary } from "../shared/audit/audit-summary.js";
import { auditText } from "../shared/audit/audit-text.js";
import { defaultTrials, plannedWords } from "../shared/audit/default-trials.js";
import { shellCommand } from "../shared/words/shell-command.js";
import { toJson } from "../shared/words/to-json.js";
import { type AuditFlags, addAuditFlags } from "./_internal/audit/audit-flags.js";
import { showAuditProgress } from "./_internal/audit/audit-progress.js";
import type { AuditedSystem } from "./_internal/audit/audited-system.js";
import { openSystem } from "./_internal/audit/open-system.js";
import { REFUTED_STATUS } from "./_internal/exit-status.js";
import { type Interrupts, orderlyInterrupts } from "./_internal/interrupts.js";
import { refuseOverwriting } from "./_internal/refuse-overwriting.js";
import { columnsOf } from "./_internal/terminal/columns-of.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { withProgressLine } from "./_internal/with-progress-line.js";
import { writeAtomically } from "./_internal/write-atomically.js";

const HELP: readonly HelpSection[] = [
  {
    text:
      "CMD is run by the shell. It reads a line, 0 or 1: on which of two neighbouring data sets the system is to run. It prints a line, a number: the " +
      "higher, the more what was released looks like data set 1. It answers line by line and flushes its output, or it makes one play and ends: then it is started " +
      "for each play. Plays must be independent. The bound of epsilon holds whatever the system is and however good the attack is; that a claim is not refuted says nothing " +
      "for it. Its last line of error output is shown where it dies. Of scores that are losses, low ones speak for data set 1: say --reverse-scores beforehand.",
  },
  {
    text:
      "Ctrl-C, or SIGTERM, ends the plays, and the verdict so far is printed: a bound that is as valid, with exit status 130 (143). A second signal ends the audit at once, and so does the first " +
      "before the first play. Without --trials some plays are timed first, which do not count.",
  },
  {
    text:
      "An event of any kind is played by the library itself, with the likelihood ratio for the attack. What the other users of a shuffle hold, --cohort, is a record each: the place along " +
      "the changed record of vectors, in clip bounds (--cohort=-1,0), the place of a number in its interval, from 0 to 1, the category of a response or the row of a channel.",
  },
  {
    text:
      "--run plays the rounds that a run has done: its protocol, sampling, clipping and noise as its configuration says, over as many examples as it had, in the library's training loop. Of these " +
      "one is a canary, a crafted gradient ten clip bounds long; all others have gradient zero, and the model is a small one. So the bound is about the privacy of the protocol, which is " +
      "promised for all gradients. The model's own gradients, the kernels that compute and clip them, the data and the optimizer, which sees releases alone, are not part of it; nor are the " +
      "random numbers that the run drew.",
  },
  {
    title: "Examples:",
    commands: [
      [
        "Does a program keep its promise?",
        'croupier audit --command "python -u my_attack.py" --claim 0.25 --delta 1e-5 --trials 20000 --out audit.html',
      ],
      [
        "Does the library's own figure of an event hold?",
        "croupier audit --event event.json --delta 0.01 --trials 1000000",
      ],
      ["Does a training run keep its target?", "croupier audit --run runs/noisier --trials 1000"],
      [
        "Does it hold among users who hide the changed one badly?",
        "croupier audit --event event.json --delta 0.01 --cohort worst",
      ],
      [
        "In continuous integration, to fail where the claim is refuted:",
        "croupier audit --command ./attack --claim 1 --delta 1e-5 --trials 5000 --fail-on-refuted",
      ],
      [
        "What is the least that it spends?",
        "croupier audit --command ./attack --delta 0 --confidence 0.999 --json",
      ],
    ],
  },
];

/** `croupier audit`: a lower bound of epsilon from plays of a game. */
export function addAuditCommand(program: Command): void {
  const command = program
    .command("audit")
    .summary("play a system against a privacy claim: a lower bound of epsilon, with confidence")
    .description(
      "Play a game between a system and an attacker, and hold what it shows against a privacy claim.",
    );
  addAuditFlags(command);
  addHelpSections(command, HELP);
  command.action(async (flags: AuditFlags) => {
    refuseUnused(command, flags);
    refuseOverwriting("--out", flags.out, flags.event);
    const summary = await runAudit(flags);
    const page = shellCommand(["croupier", ...process.argv.slice(2), ...plannedFlag(flags, summary)]);
    if (flags.out !== undefined) writeAtomically(flags.out, await auditPage(summary, page));
    const text = flags.json
      ? toJson({ ...summary, claim: summary.claim ?? null })
      : auditText(summary, columnsOf(process.stdout));
    process.stdout.write(`${text}\n`);
  });
}

/** A command plays in one process of its own; whatever else plays needs no time limit. */
function refuseUnused(command: Command, flags: AuditFlags): void {
  const unused = flags.command === undefined ? "timeout" : "threads";
  if (command.getOptionValueSource(unused) !== "cli") return;
  const allowed = flags.command === undefined ? "absent without --command" : "absent with --command";
  const details = { parameter: `--${unused}`, value: flags[unused], allowed };
  throw new DpError("BAD_INPUT", `--${unused} must be ${allowed}`, details);
}

/** A number of plays that followed from time is named where the audit is to be repeated. */
function plannedFlag({ trials }: AuditFlags, { planned }: AuditSummary): string[] {
  return trials === undefined ? ["--trials", String(planned)] : [];
}

async function runAudit(flags: AuditFlags): Promise<AuditSummary> {
  const started = performance.now();
  const interrupts = orderlyInterrupts();
  // Before the first play there is nothing to tell, and a signal ends the process as ever; a command's own
  // processes must end with it.
  if (flags.command !== undefined) interrupts.listen();
  const { signal } = interrupts;
  let system: AuditedSystem | undefined;
  try {
    system = await openSystem(flags, signal);
    requireClaim(flags, flags.claim ?? system.claim);
    const trials = await plannedTrials(flags, system);
    if (flags.command === undefined) interrupts.listen();
    const report = await play(system, { ...flags, trials }, interrupts);
    const isFailure = flags.failOnRefuted === true && report.verdict === "refuted";
    process.exitCode = isFailure ? REFUTED_STATUS : (interrupts.exitStatus() ?? 0);
    const seconds = (performance.now() - started) / 1000;
    return { ...report, ...system.named, planned: trials, interrupted: signal.aborted, seconds };
  } catch (error) {
    throw signal.aborted ? interrupts.interruption("audit: interrupted before the first play") : error;
  } finally {
    await system?.close();
    interrupts.stopListening();
  }
}

/**
 * Until the plays have ended the first signal ends them; then, and after it, a signal ends the process at
 * once.
 */
async function play(
  system: AuditedSystem,
  { trials, confidence, seed, threads, claim = system.claim }: AuditFlags & { readonly trials: number },
  { signal, stopListening }: Interrupts,
): Promise<AuditReport> {
  const progress = showAuditProgress(trials);
  signal.addEventListener("abort", () => {
    progress.clear();
    stopListening();
  });
  try {
    return await system.play({
      ...{ trials, confidence, ...system.query, signal, threads, onProgress: progress.update },
      ...(claim === undefined ? {} : { claim }),
      ...(seed === undefined ? {} : { seed }),
    });
  } finally {
    progress.clear();
  }
}

/** Without a claim nothing could be refuted, and a check that rests on it would never fail. */
function requireClaim({ failOnRefuted }: AuditFlags, claim: number | undefined): void {
  if (!failOnRefuted || claim !== undefined) return;
  throw new DpError("BAD_INPUT", "--fail-on-refuted needs a claim that may be refuted; give --claim", {
    parameter: "--claim",
    value: claim,
    allowed: "given beside --fail-on-refuted",
  });
}

async function plannedTrials({ trials, threads }: AuditFlags, system: AuditedSystem): Promise<number> {
  if (trials !== undefined) return trials;
  const seconds = await withProgressLine((say) => {
    say("timing a play ...");
    return system.secondsPerPlay(threads);
  });
  const planned = defaultTrials(seconds);
  process.stderr.write(`croupier: ${plannedWords(planned, seconds)}\n`);
  return planned;
}
