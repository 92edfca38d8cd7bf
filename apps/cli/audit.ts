import { type Command, Option } from "commander";
import { audit } from "../../src/auditing/index.js";
import { DpError } from "../../src/errors.js";
import type { Adjacency } from "../../src/privacy/index.js";
import { secureSource, seededSource } from "../../src/random/index.js";
import { checkNumber, RANGES } from "../../src/validate.js";
import { adjacencyOption } from "./_internal/adjacency-option.js";
import { auditPage } from "./_internal/audit/audit-page.js";
import { showAuditProgress } from "./_internal/audit/audit-progress.js";
import type { AuditSummary } from "./_internal/audit/audit-summary.js";
import { auditText } from "./_internal/audit/audit-text.js";
import { openCommandGame } from "./_internal/audit/command-game.js";
import { fileOption } from "./_internal/file-option.js";
import { numberOption, toNumber } from "./_internal/number-option.js";
import { shellCommand } from "./_internal/shell-command.js";
import { columnsOf } from "./_internal/terminal/columns-of.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";
import { toJson } from "./_internal/to-json.js";
import { orderlyInterrupts } from "./_internal/train/interrupts.js";
import { writeAtomically } from "./_internal/write-atomically.js";

interface AuditFlags {
  readonly command: string;
  readonly claim?: number;
  readonly delta: number;
  readonly adjacency: Adjacency;
  readonly trials: number;
  readonly confidence: number;
  readonly timeout: number;
  readonly seed?: number;
  readonly out?: string;
  readonly json?: boolean;
}

const HELP: readonly HelpSection[] = [
  {
    text:
      "CMD is run by the shell. It reads a line, 0 or 1: on which of two neighbouring data sets the system is to run. It prints a line, a number: the " +
      "higher, the more what was released looks like data set 1. It answers line by line and flushes its output, or it makes one play and ends: then it is started " +
      "for each play. Plays must be independent. The bound of epsilon holds whatever the system is and however good the attack is; that a claim is not refuted says nothing " +
      "for it. Ctrl-C ends the audit with what is proven so far.",
  },
  {
    title: "Examples:",
    commands: [
      [
        "Does a program keep its promise?",
        'croupier audit --command "python -u my_attack.py" --claim 0.25 --delta 1e-5 --trials 20000 --out audit.html',
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
    )
    .requiredOption("--command <cmd>", "what plays: reads a bit a line, prints a number a line; see below")
    .addOption(numberOption("--claim <e>", "epsilon that is claimed", RANGES.nonNegative))
    .addOption(
      numberOption("--delta <d>", "delta of the claim and of the bound, 0 included", {
        ...RANGES.probability,
        maxIncluded: false,
      }).makeOptionMandatory(),
    )
    .addOption(adjacencyOption())
    .addOption(numberOption("--trials <n>", "plays", RANGES.positiveInteger).default(10_000))
    .addOption(
      numberOption("--confidence <c>", "probability that the bound is true", RANGES.openProbability).default(
        0.99,
      ),
    )
    .addOption(numberOption("--timeout <s>", "seconds that one number may take", RANGES.positive).default(60))
    .addOption(
      new Option("--seed <n>", "draw the secret bits from a seed, so that a run can be repeated").argParser(
        (text) => checkNumber("--seed", toNumber("--seed", text), RANGES.nonNegativeInteger),
      ),
    )
    .addOption(fileOption("--out <file>", "write a report as HTML, with the trade-off curve"))
    .option("--json", "print JSON");
  addHelpSections(command, HELP);
  command.action(async (flags: AuditFlags) => {
    const summary = await runAudit(flags);
    const page = shellCommand(["croupier", ...process.argv.slice(2)]);
    if (flags.out !== undefined) writeAtomically(flags.out, await auditPage(summary, page));
    const text = flags.json
      ? toJson({ ...summary, claim: summary.claim ?? null })
      : auditText(summary, columnsOf(process.stdout));
    process.stdout.write(`${text}\n`);
  });
}

async function runAudit(flags: AuditFlags): Promise<AuditSummary> {
  const { command, claim, delta, adjacency, trials, confidence, seed } = flags;
  const started = performance.now();
  const interrupts = orderlyInterrupts();
  interrupts.listen();
  const progress = showAuditProgress(trials);
  const { signal } = interrupts;
  const game = await openCommandGame(command, { timeoutMs: flags.timeout * 1000, signal }).catch((error) => {
    progress.clear();
    throw signal.aborted ? new DpError("CANCELLED", "audit: interrupted before the first play") : error;
  });
  try {
    const report = await audit(game, {
      ...{ trials, confidence, delta, adjacency, signal, onProgress: progress.update },
      ...(claim === undefined ? {} : { claim }),
      source: seed === undefined ? secureSource() : seededSource(seed),
    });
    process.exitCode = interrupts.exitStatus() ?? 0;
    const seconds = (performance.now() - started) / 1000;
    return { ...report, command, planned: trials, interrupted: signal.aborted, seconds };
  } finally {
    game.close();
    progress.clear();
    interrupts.stopListening();
  }
}
