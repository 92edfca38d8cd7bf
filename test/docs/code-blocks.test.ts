import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  blocksIn,
  codeBlocksOf,
  isProgram,
  PAGES,
  placeOf,
  withOutputs,
} from "../../scripts/docs/code-blocks.js";
import { createUserProject, type ProgramRun } from "../../scripts/docs/user-project.js";

const PROGRAMS = PAGES.flatMap(codeBlocksOf).filter(isProgram);
const project = createUserProject();
const runs = new Map<string, ProgramRun>();

beforeAll(() => {
  for (const block of PROGRAMS) project.write(`${placeOf(block).replace(/\W+/g, "-")}.ts`, block.code);
  const all = project.runAll(PROGRAMS.map(({ code }) => code));
  for (const [i, run] of all.entries()) runs.set(placeOf(PROGRAMS[i]!), run);
});
afterAll(project.remove);

describe("programs in the documents", () => {
  it("are there", () => {
    expect(PROGRAMS.length).toBeGreaterThan(2);
  });

  it("are strict TypeScript, JavaScript included", () => {
    expect(project.typeErrors()).toBe("");
  });

  it.each(PROGRAMS.map((block) => [placeOf(block), block] as const))(
    "%s runs, and prints what is shown: `npm run docs` writes it anew",
    (place, { output }) => {
      const { status, stdout, stderr } = runs.get(place)!;
      expect(stderr).toBe("");
      expect(status).toBe(0);
      if (output !== undefined) expect(stdout).toBe(output);
    },
  );

  it("would be refused with a kind that is any string, or an option that is not there", () => {
    const broken = createUserProject();
    broken.write(
      "broken.ts",
      `import { guarantees } from "croupier-dp/accounting";
const event = { kind: "gaussian", noiseMultiplier: 2 };
guarantees(event, { adjacency: "zero-out", delta: 1e-5 });
guarantees({ kind: "gaussian", noiseMultiplier: 2 }, { adjacency: "zero-out", delta: 1e-5, sigma: 1 });`,
    );
    const errors = broken.typeErrors();
    broken.remove();
    expect(errors).toMatch(/^broken\.ts\(3,/m);
    expect(errors).toMatch(/^broken\.ts\(4,/m);
  });
});

describe("blocksIn", () => {
  it("joins a block with the text below it", () => {
    const text =
      "a\n\n```js\n1;\n```\n\n```text\none\n```\n\n```sh\nls\n```\nwords\n\n```text\nnot its own\n```\n";
    const blocks = blocksIn("x.md", text);
    expect(blocks.map(({ language, line, output }) => [language, line, output])).toEqual([
      ["js", 3, "one\n"],
      ["text", 7, undefined],
      ["sh", 11, undefined],
      ["text", 16, undefined],
    ]);
  });

  it("has outputs replaced, and nothing else", () => {
    const text =
      "```ts\n1;\n```\n\n```text\nold\n```\n\n```sh\ncroupier rdp\n```\n\n```text\n```\n\n```text\nkept\n```\n";
    const run = {
      program: (code: string) => code.replace(";", "!"),
      croupier: (args: string) => `asked ${args}\n`,
    };
    expect(withOutputs(text, run)).toBe(
      text.replace("old", "1!").replace("```text\n```", "```text\nasked rdp\n```"),
    );
  });
});
