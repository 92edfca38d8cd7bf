import type { Command } from "commander";
import { seededSource } from "../../src/random/seeded-source.js";
import { targetOf } from "../../src/training/models/model.js";
import { generateTokens } from "../../src/training/prediction/generate-tokens.js";
import { RANGES, wrongShape } from "../../src/validate.js";
import { escapeControls } from "../shared/words/escape-controls.js";
import { formatTable } from "../shared/words/format-table.js";
import { toJson } from "../shared/words/to-json.js";
import { numberOption } from "./_internal/number-option.js";
import { type GivenInput, givenInput, type InputFlags } from "./_internal/predict/given-input.js";
import { openTrained, type Trained } from "./_internal/predict/open-trained.js";
import { type ClassOptions, predictClasses } from "./_internal/predict/predict-classes.js";
import { refuseForeignFlags } from "./_internal/predict/refuse-foreign-flags.js";
import { columnsOf } from "./_internal/terminal/columns-of.js";
import { addHelpSections, type HelpSection } from "./_internal/terminal/help-sections.js";

interface PredictFlags extends InputFlags, ClassOptions {
  readonly run: string;
  readonly tokenizer?: string;
  readonly length?: number;
  readonly temperature?: number;
  readonly seed?: number;
  readonly json?: boolean;
}

/** Bytes, or tokens, that a text goes on for. */
const LENGTH = 200;

const HELP: readonly HelpSection[] = [
  {
    text:
      "What a model answers follows from its weights: under a private protocol no answer tells more about the training data than the run's figures say. " +
      "A picture has the model's own size; MNIST's digits are light on dark.",
  },
  {
    title: "Examples:",
    commands: [
      'croupier predict --run runs/spam --text "You have won a prize" --json',
      "croupier predict --run runs/spam --file mail.txt --truncate",
      "croupier predict --run runs/digits --image seven.png",
      'croupier predict --run runs/text --text "Call me" --length 100 --temperature 0.8 --seed 1',
      "croupier predict --run runs/text -",
    ],
  },
];

/** Adds `croupier predict`. */
export function addPredictCommand(program: Command): void {
  const command = program
    .command("predict")
    .summary("ask a trained model: classes of a text or a picture, or more of a text")
    .description(
      "Ask a model that croupier train has trained: classes with probabilities, or more of a text.",
    )
    .argument("[input]", "- to read a text from standard input")
    .requiredOption("--run <dir>", "folder of the run")
    .option("--tokenizer <dir>", "its tokenizer.json or the folder of that, where the run has lost its copy")
    .option("--text <text>", "a text to put into a class, or to go on with")
    .option("--second <text>", "the second text of a pair")
    .option("--file <file>", "the same as --text, from a file in UTF-8")
    .option("--image <file>", "a picture: PNG, PGM or PPM")
    .option("--truncate", "cut a text that is too long to be put into a class, as in training")
    .addOption(
      numberOption(
        "--length <number>",
        `how many bytes to write, or tokens of a tokenizer (default: ${LENGTH})`,
        RANGES.positiveInteger,
      ),
    )
    .addOption(
      numberOption(
        "--temperature <t>",
        "0 (default) takes the likeliest byte or token each time; above, they are drawn, the more freely the higher",
        RANGES.nonNegative,
      ),
    )
    .addOption(
      numberOption(
        "--seed <number>",
        "draw the same each time; with --temperature",
        RANGES.nonNegativeInteger,
      ),
    )
    .option("--json", "print one JSON object");
  addHelpSections(command, HELP);
  command.action(answer);
}

async function answer(operand: string | undefined, flags: PredictFlags): Promise<void> {
  const trained = await openTrained(flags.run, flags.tokenizer);
  const { model } = trained.about;
  refuseForeignFlags(flags, model);
  const input = await givenInput(operand, flags);
  if (targetOf(model) === "next-token") printText(goOn(trained, input, flags), flags);
  else await printClasses(trained, input, flags);
}

async function printClasses(trained: Trained, input: GivenInput, flags: PredictFlags): Promise<void> {
  const classes = await predictClasses(trained, input, flags);
  if (flags.json) {
    const answer = { task: trained.about.task, class: classes[0]!.class, probabilities: classes };
    process.stdout.write(`${toJson(answer)}\n`);
    return;
  }
  const rows = classes.map(({ class: name, probability }) => [
    escapeControls(name),
    `${(100 * probability).toFixed(2)} %`,
  ]);
  const columns = [{ title: "class" }, { title: "probability" }];
  process.stdout.write(`${formatTable(columns, rows, columnsOf(process.stdout))}\n`);
}

function goOn(
  { predictor, tokenizer }: Trained,
  input: GivenInput,
  flags: PredictFlags,
): { prompt: string; text: string } {
  const { length: count = LENGTH, temperature = 0, seed } = flags;
  const prompt = input.kind === "text" ? input.text : "";
  const tokens = tokenizer.encode(prompt);
  if (tokens.length === 0) throw wrongShape(input.name, prompt, "of at least one byte, to go on with");
  const added = generateTokens(predictor, {
    prompt: tokens,
    count,
    temperature,
    end: tokenizer.special.eos,
    ...(seed === undefined ? {} : { source: seededSource(seed) }),
  });
  return { prompt, text: tokenizer.decode(added) };
}

function printText(answer: { readonly prompt: string; readonly text: string }, { json }: PredictFlags): void {
  const { prompt, text } = answer;
  const shown = json ? toJson(answer) : `${prompt}${text}`.split("\n").map(escapeControls).join("\n");
  process.stdout.write(`${shown}\n`);
}
