import { describe, expect, it } from "vitest";
import { croupierProgram } from "../../../apps/cli/croupier-program.js";
import { shortAndLong } from "../../short-and-long.js";
import { missing } from "./_internal/programs.js";
import { screenOf } from "./_internal/screen-of.js";
import { widthOf } from "./_internal/terminal.js";

const COMMANDS = croupierProgram().commands.map((command) => command.name());
/** Their screens stand in `_screens`. */
const KEPT = ["help", "train", "completion"];

describe.skipIf(missing("script"))("help in a terminal", () => {
  for (const [widths, options] of shortAndLong([80, 120], (columns) => columns > 80))
    for (const columns of widths) {
      it.each(COMMANDS)(`of %s is no wider than ${columns} columns`, options, (command) => {
        const screen = screenOf(columns, [command, "--help"]);
        expect(screen).toMatch(new RegExp(`^Usage: croupier ${command}`));
        expect(screen).toContain("Options:");
        expect(widthOf(screen)).toBeLessThanOrEqual(columns);
      });

      it.each(KEPT)(`of %s in ${columns} columns`, options, async (command) => {
        await expect(screenOf(columns, ["help", command])).toMatchFileSnapshot(
          `_screens/help-${command}-${columns}.txt`,
        );
      });

      it(`of the program in ${columns} columns`, options, () => {
        const screen = screenOf(columns, ["--help"]);
        for (const command of COMMANDS.filter((name) => name !== "complete"))
          expect(screen).toContain(`\n  ${command} `);
        expect(widthOf(screen)).toBeLessThanOrEqual(columns);
        expect(screenOf(columns, [])).toBe(screen);
        expect(screenOf(columns, ["help"])).toBe(screen);
      });
    }

  it("is laid out for 80 columns where nothing else is said, and for COLUMNS where it is", () => {
    expect(widthOf(screenOf(0, ["help", "train"]))).toBeLessThanOrEqual(80);
  });
});
