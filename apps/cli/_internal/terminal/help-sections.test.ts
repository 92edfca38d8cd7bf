import { Command } from "commander";
import { expect, it } from "vitest";
import { addHelpSections } from "./help-sections.js";

function helpIn(columns: string, sections: Parameters<typeof addHelpSections>[1]): string {
  const command = new Command("it");
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  addHelpSections(command, sections);
  process.env.COLUMNS = columns;
  command.outputHelp();
  delete process.env.COLUMNS;
  return text.slice(text.indexOf("for command\n") + 12);
}

it("hangs what items mean beside their names", () => {
  const items = { short: "one two three four five six seven", longer: "one" };
  expect(helpIn("30", [{ title: "Items:", items }])).toBe(
    ["", "Items:", "  short   one two three four", "          five six seven", "  longer  one", ""].join(
      "\n",
    ),
  );
});

it("breaks command lines so that they can still be copied", () => {
  const commands = ["it --first 1 --second 2 --third 3"];
  expect(helpIn("24", [{ title: "Examples:", commands }])).toBe(
    "\nExamples:\n  it --first 1 \\\n    --second 2 \\\n    --third 3\n",
  );
});

it("wraps prose, with a line between sections", () => {
  expect(
    helpIn("20", [{ text: "one two three four five" }, { title: "T:", layout: (width) => `${width}` }]),
  ).toBe("\none two three four\nfive\n\nT:\n20\n");
});
