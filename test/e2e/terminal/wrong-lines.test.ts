import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { croupierProgram } from "../../../apps/cli/croupier-program.js";
import { runBuilt } from "../_internal/run-built.js";
import { runCli } from "../_internal/run-cli.js";
import { writeTinyMnist } from "../_internal/tiny-mnist.js";
import { SOUND, type WrongLine, wrongFlags } from "./_internal/wrong-lines.js";

const root = mkdtempSync(join(tmpdir(), "croupier-wrong-"));
const before = process.cwd();
let files: string[] = [];

beforeAll(() => {
  writeTinyMnist(join(root, "data"));
  mkdirSync(join(root, "folder"));
  mkdirSync(join(root, "used"));
  const texts = {
    "survey.csv": "answer,age\nyes,20\nno,30\nyes,40\n",
    "gap.csv": "answer,age\nyes,20\n,30\n",
    "empty.csv": "",
    "header.csv": "answer,age\n",
    "quote.csv": 'answer,age\n"yes,20\n',
    "used/thesis.txt": "precious",
    "event.json": '{"kind":"gaussian","noiseMultiplier":9}',
    "torn.json": '{"kind":"gaussian","noise',
    "list.json": "[]",
    "nobody.json": '{"kind":"nobody"}',
    "control.json": '{"kind":"\\u001b[2J"}',
    "deep.json": "[".repeat(10_000),
    "config.json": '{"protocol":"nonprivate","model":"mnist-cnn","rounds":3,"batchSize":4,"learningRate":1}',
    "key.json": '{"protocol":"nonprivate","learningrate":1}',
    "null.json": "null",
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, name), text);
  process.chdir(root);
  files = filesBelow(root);
});
afterEach(() => {
  expect(filesBelow(root)).toEqual(files);
});
afterAll(() => {
  process.chdir(before);
  rmSync(root, { recursive: true });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

const line = (status: WrongLine["status"], fault: string, text: string): WrongLine => ({
  fault,
  status,
  args: text.split(" ").map((word) => (word === "''" ? "" : word.replaceAll("_", " "))),
});

const { train, account, delta, rdp, calibrate, analyze, design, audit, experiment } = Object.fromEntries(
  Object.entries(SOUND).map(([name, args]) => [name, [name, ...args].join(" ")]),
) as Record<string, string>;

const COMMANDS: readonly WrongLine[] = [
  line(2, "no such command", "frobnicate"),
  line(2, "no such command", "acount gaussian"),
  line(2, "no such command", "''"),
  line(2, "no such command", "audit"),
  line(2, "no such command, explained", "help frobnicate"),
  line(2, "no such command, explained", "frobnicate --help"),
  line(2, "no such flag", "--frobnicate"),
  line(2, "control characters", "\u001b[31mred\u0007\u009b"),
  line(2, "no such shell", "completion tcsh"),
  line(2, "no shell", "completion"),
  line(2, "two commands explained", "help train account"),
];

const EVENTS: readonly WrongLine[] = [account, delta, rdp, calibrate].flatMap((sound) => {
  const [name, , ...rest] = sound!.split(" ");
  const flags = rest.join(" ").replace("--noise-multiplier 9 ", "");
  const asking = (what: string): string => `${name} ${what} ${flags}`;
  return [
    line(2, "no event", asking("").replace("  ", " ")),
    line(2, "no such mechanism", asking("gausian --noise-multiplier 9")),
    line(2, "a property of objects for a mechanism", asking("constructor")),
    line(2, "an event twice", asking("gaussian --event event.json")),
    line(2, "a flag beside a file", asking("--event event.json --users 9")),
    line(2, "a flag that the mechanism does not take", asking("gaussian --noise-multiplier 9 --users 9")),
    line(2, "flags left out", asking("shuffle-gaussian --noise-multiplier 9")),
    line(
      2,
      "more sampled than there are",
      asking("subsampled-shuffle-local --users 5 --sampled 6 --local-epsilon 1"),
    ),
    line(2, "half a user", asking("shuffle-local --users 1.5 --local-epsilon 1")),
    line(2, "a rate above 1", asking("check-in-local --users 9 --check-in-rate 1.1 --local-epsilon 1")),
    line(2, "one category", asking("shuffle-randomized-response --users 9 --categories 1 --local-epsilon 1")),
    line(2, "rounds below 0", asking("gaussian --noise-multiplier 9 --rounds -1")),
    line(4, "a file that is not there", asking("--event none.json")),
    line(4, "a file without a name", asking("--event ''")),
    line(4, "a folder for a file", asking("--event folder")),
    line(2, "torn JSON", asking("--event torn.json")),
    line(2, "nesting without end", asking("--event deep.json")),
    line(2, "a list for an event", asking("--event list.json")),
    line(2, "null for an event", asking("--event null.json")),
    line(2, "an event of no kind", asking("--event nobody.json")),
    line(2, "control characters in a file", asking("--event control.json")),
    line(2, "a misspelt method", asking("gaussian --noise-multiplier 9 --method rdp-exat")),
    line(2, "audit, which is not there", asking("gaussian --noise-multiplier 9 --method audit")),
  ];
});

const ACCOUNTING: readonly WrongLine[] = [
  line(2, "a delta of 1", account!.replace("1e-5", "1")),
  line(2, "a delta of 0", account!.replace("1e-5", "0")),
  line(2, "a negative epsilon", delta!.replace("--epsilon 1", "--epsilon -1")),
  line(2, "an infinite epsilon", delta!.replace("--epsilon 1", "--epsilon 1e999")),
  line(2, "an order of 1", rdp!.replace("--orders 2", "--orders 1")),
  line(2, "an order left out", rdp!.replace("--orders 2", "--orders 2,,3")),
  line(2, "a target of 0", calibrate!.replace("--target-epsilon 1", "--target-epsilon 0")),
  line(2, "the noise that is looked for", `${calibrate} --noise-multiplier 3`),
  line(3, "a method that does not apply", `${account} --method blanket`),
  line(3, "a method that does not apply", `${delta} --method blanket`),
  line(3, "a method that does not apply", `${rdp} --method gdd21-upper`),
  line(3, "a method that does not apply", `${calibrate} --method blanket`),
  line(2, "a plot in no folder", `${account} --plot none/x.svg`),
  line(2, "a plot below a file", `${account} --plot survey.csv/x.svg`),
  line(2, "a plot over a folder", `${account} --plot folder`),
  line(2, "a plot without a name", `${account} --plot ''`),
];

const TRAINING: readonly WrongLine[] = [
  line(2, "nothing to train", "train"),
  line(2, "a misspelt preset", "train --preset mnist-checkin"),
  line(4, "no configuration", "train --config none.json"),
  line(4, "a folder for a configuration", "train --config folder"),
  line(2, "a torn configuration", "train --config torn.json"),
  line(2, "a list for a configuration", "train --config list.json"),
  line(2, "null for a configuration", "train --config null.json"),
  line(2, "a misspelt key", "train --config key.json"),
  line(2, "an event for a configuration", "train --config event.json"),
  line(4, "no data", train!.replace("--data data", "--data none")),
  line(4, "a file for data", train!.replace("--data data", "--data survey.csv")),
  line(4, "an empty folder for data", train!.replace("--data data", "--data folder")),
  line(2, "a folder in use", train!.replace("--out run", "--out used")),
  line(2, "a file for a folder", train!.replace("--out run", "--out survey.csv")),
  line(2, "a folder below a file", train!.replace("--out run", "--out survey.csv/run")),
  line(4, "nothing to resume", "train --resume none --data data"),
  line(4, "a file to resume", "train --resume survey.csv --data data"),
  line(4, "an empty folder to resume", "train --resume folder --data data"),
  line(2, "other settings on resume", "train --resume none --rounds 3"),
  line(2, "noise and target", `${train} --noise-to-clip 1 --target-epsilon 1`),
  line(2, "rounds and epochs", `${train} --rounds 9 --epochs 1`),
  line(2, "two names for a rate", `${train} --sampling-rate 0.5 --sample-rate 0.5`),
  line(2, "a flag of another protocol", `${train} --batch-size 9`),
  line(2, "a flag of another optimizer", `${train} --adam-beta1 0.5`),
  line(2, "an adjacency that training does not have", `${train} --adjacency add-or-remove`),
  line(2, "a batch beyond the data", "train --config config.json --data data --batch-size 1000 --out run"),
  line(2, "a budget below a round", `${train} --stop-at-epsilon 1e-9 --method unshuffled`),
  line(3, "a method that does not apply", `${train} --target-epsilon 1 --method rdp-poisson`),
];

const ANALYZING: readonly WrongLine[] = [
  line(2, "no file", "analyze --column answer --local-epsilon 2"),
  line(4, "a file that is not there", analyze!.replace("survey.csv", "none.csv")),
  line(4, "a file without a name", analyze!.replace("survey.csv", "''")),
  line(4, "a folder for a file", analyze!.replace("survey.csv", "folder")),
  line(4, "an empty file", analyze!.replace("survey.csv", "empty.csv")),
  line(4, "a file without rows", analyze!.replace("survey.csv", "header.csv")),
  line(4, "a file with an open quote", analyze!.replace("survey.csv", "quote.csv")),
  line(4, "an empty cell", analyze!.replace("survey.csv", "gap.csv")),
  line(2, "an epsilon of 0", analyze!.replace("--local-epsilon 2", "--local-epsilon 0")),
  line(2, "an epsilon of 31", analyze!.replace("--local-epsilon 2", "--local-epsilon 31")),
  line(2, "one category", analyze!.replace("no,yes", "yes")),
  line(2, "a category twice", analyze!.replace("no,yes", "yes,yes")),
  line(2, "a mean without bounds", "analyze survey.csv --column age --mean --local-epsilon 2"),
  line(
    2,
    "bounds the wrong way",
    "analyze survey.csv --column age --mean --lower 9 --upper 1 --local-epsilon 2",
  ),
  line(2, "categories of a mean", `${analyze} --mean --lower 1 --upper 9`),
  line(2, "bounds without a mean", `${analyze} --lower 1`),
  line(2, "a confidence of 1", `${analyze} --confidence 1`),
  line(2, "a delta of 1", `${analyze} --delta 1`),
  line(2, "a plot in no folder", `${analyze} --plot none/x.svg`),
];

const OTHERS: readonly WrongLine[] = [
  line(2, "a plot in no folder", `${design} --plot none/x.svg`),
  line(2, "a report in no folder", `${audit} --out none/x.html`),
  line(2, "a file for a folder", experiment!.replace("--out tables", "--out survey.csv")),
  line(2, "a misspelt experiment", experiment!.replace("table-2", "tabel-2")),
  line(4, "no run to ask", "predict - --run none"),
  line(4, "a file that is not there", audit!.replace("event.json", "none.json")),
];

const GENERATED = wrongFlags(croupierProgram());
const LINES = [...COMMANDS, ...EVENTS, ...ACCOUNTING, ...TRAINING, ...ANALYZING, ...OTHERS, ...GENERATED];
/** Each starts a process: the first line of each command for each status. */
const SOME = LINES.filter((one, index) => LINES.findIndex((other) => isAlike(one, other)) === index);

function isAlike(one: WrongLine, other: WrongLine): boolean {
  return one.args[0] === other.args[0] && one.status === other.status;
}

/** One test for each command: a test for each of its lines would take longer than the lines do. */
const BY_COMMAND = [...new Set(LINES.map(({ args }) => args[0]!))].map(
  (command) => [command, LINES.filter(({ args }) => args[0] === command)] as const,
);

const textOf = ({ fault, args }: WrongLine): string => `${fault}: ${args.join(" ")}`;

describe("a wrong command line ends in one line of error and the status that says why", () => {
  it("in many ways", () => expect(LINES.length).toBeGreaterThan(500));

  it.each(BY_COMMAND)("%s", async (_command, lines) => {
    for (const each of lines) {
      const result = await runBuilt(each.args);
      const text = textOf(each);
      expect.soft(result.stderr, text).toMatch(/^croupier: [^\p{Cc}]+\n$/u);
      expect.soft(result.stderr, text).not.toMatch(/undefined|\[object|Error:| at .*:\d+:\d+/);
      expect.soft(result.stdout, text).toBe("");
      expect.soft(result.status, `${text}: ${result.stderr}`).toBe(each.status);
      expect.soft(filesBelow(root), text).toEqual(files);
    }
  });

  it.each(SOME.map((each) => [textOf(each), each] as const))("as a process: %s", async (_text, each) => {
    const { args, status } = each;
    const result = await runCli(args);
    expect(result.stderr).toMatch(/^croupier: [^\p{Cc}]+\n$/u);
    expect(result.stdout).toBe("");
    expect(result.status).toBe(status);
  });
});
