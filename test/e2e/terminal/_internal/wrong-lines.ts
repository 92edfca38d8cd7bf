import type { Command, Option } from "commander";

/** A command line that must be refused, and the exit status that says why. */
export interface WrongLine {
  readonly fault: string;
  readonly args: readonly string[];
  readonly status: 2 | 3 | 4;
}

/** For each command arguments that it would accept, without any flag twice. */
export const SOUND: Readonly<Record<string, readonly string[]>> = {
  train: ["--preset", "mnist-check-in", "--data", "data", "--out", "run"],
  account: ["gaussian", "--noise-multiplier", "9", "--delta", "1e-5"],
  delta: ["gaussian", "--noise-multiplier", "9", "--epsilon", "1"],
  rdp: ["gaussian", "--noise-multiplier", "9", "--orders", "2"],
  calibrate: ["gaussian", "--target-epsilon", "1", "--delta", "1e-5"],
  analyze: ["survey.csv", "--column", "answer", "--categories", "no,yes", "--local-epsilon", "2"],
  predict: ["-", "--run", "run"],
  design: [
    ...["frequencies", "--categories", "9", "--users", "99"],
    ...["--target-epsilon", "1", "--delta", "1e-5"],
  ],
  audit: ["--event", "event.json", "--delta", "1e-5", "--trials", "9"],
  experiment: ["yjx25-table-2", "--out", "tables"],
  completion: ["bash"],
  help: ["train"],
};

/** Texts that are no number, no word of a list and no JSON. */
const NONSENSE = ["", "no such thing", "0x10", "--", "１", "\u001b[2J\u009b", "NaN"];

/** Every flag of every command, wrong in every way that needs no knowledge of it. */
export function wrongFlags(program: Command): WrongLine[] {
  return program.commands.flatMap((command) => {
    const sound = SOUND[command.name()];
    if (sound === undefined) return [];
    const options = command.options.filter(({ hidden, long }) => !hidden && long !== "--help");
    return [
      ...wrongOf(command.name(), sound),
      ...options.flatMap((option) => wrongUses(command, sound, option)),
    ];
  });
}

function wrongOf(name: string, sound: readonly string[]): WrongLine[] {
  const lines = [
    ["an unknown flag", [...sound, "--frobnicate"]],
    ["an unknown flag with a value", [...sound, "--frobnicate=1"]],
    ["an unknown short flag", [...sound, "-x"]],
    ["an argument too many", [...sound, "surplus", "more"]],
    ["an empty argument too many", [...sound, ""]],
  ] as const;
  return lines.map(([fault, args]) => ({ fault, args: [name, ...args], status: 2 }));
}

function wrongUses(command: Command, sound: readonly string[], option: Option): WrongLine[] {
  const flag = option.long!;
  const without = withoutFlag(sound, flag);
  const wrong = (fault: string, ...args: string[]): WrongLine => ({
    fault: `${fault} ${flag}`,
    args: [command.name(), ...args],
    status: 2,
  });
  const misspelt = flag.slice(0, -1) + (flag.endsWith("x") ? "y" : "x");
  const always = [wrong("misspelt", ...without, misspelt, ...(option.required ? ["1"] : []))];
  if (!option.required)
    return [
      ...always,
      wrong("repeated", ...without, flag, flag),
      wrong("a value for", ...without, `${flag}=1`),
    ];
  const value = soundValue(option, sound);
  return [
    ...always,
    wrong("no value for", ...without, flag),
    wrong("repeated", ...without, flag, value, flag, value),
    wrong("two values for", ...without, flag, value, value, "surplus"),
    ...(option.mandatory ? [wrong("missing", ...without)] : []),
    ...(isChecked(option)
      ? NONSENSE.map((text) => wrong(`${JSON.stringify(text)} for`, ...without, flag, text))
      : []),
  ];
}

function withoutFlag(args: readonly string[], flag: string): string[] {
  const at = args.indexOf(flag);
  return at < 0 ? [...args] : args.toSpliced(at, 2);
}

/** A value that the flag would take. */
function soundValue(option: Option, sound: readonly string[]): string {
  const given = sound.indexOf(option.long!);
  return given < 0 ? (option.argChoices?.[0] ?? "1") : sound[given + 1]!;
}

/** Whether a flag takes a number, a list of numbers or one of a list of words: not a name or a path. */
function isChecked({ flags, argChoices }: Option): boolean {
  return argChoices !== undefined || !/<(file|dir|name|list|value|sign|text|cmd)>/.test(flags);
}
