import { describe, expect, it } from "vitest";
import { croupierProgram } from "./croupier-program.js";
import { programFor } from "./program-for.js";

const whole = croupierProgram();
const namesOf = ({ commands }: typeof whole): string[] => commands.map((command) => command.name());

describe("the program for a command line", () => {
  it.each(whole.commands.map((command) => command.name()).filter((name) => !/^(help|complet)/.test(name)))(
    "%s: the command by itself, as it is among all",
    async (name) => {
      const program = await programFor([name, "--help"]);
      expect(namesOf(program)).toEqual([name]);
      const command = whole.commands.find((each) => each.name() === name)!;
      expect(program.commands[0]!.helpInformation()).toBe(command.helpInformation());
      expect(namesOf(program.commands[0]!)).toEqual(namesOf(command));
    },
  );

  it.each([[], ["--version"], ["help", "account"], ["completion"], ["acount"], ["toString"]])(
    "%j: all of them",
    async (...words) => {
      expect(namesOf(await programFor(words))).toEqual(namesOf(whole));
    },
  );
});
