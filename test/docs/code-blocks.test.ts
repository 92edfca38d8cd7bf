import { spawnSync } from "node:child_process";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksIn, type CodeBlock, codeBlocksOf, PAGES, placeOf } from "./_internal/code-blocks.js";
import { createUserProject } from "./_internal/user-project.js";

const BLOCKS = PAGES.flatMap(codeBlocksOf);
const PROGRAMS = BLOCKS.filter(({ language }) => ["js", "ts"].includes(language));

const named = (blocks: readonly CodeBlock[]) => blocks.map((block) => [placeOf(block), block] as const);
const project = createUserProject();
const fileOf = (block: CodeBlock) => placeOf(block).replace(/\W+/g, "-");

beforeAll(() => {
  for (const block of PROGRAMS) {
    project.write(`${fileOf(block)}.ts`, block.code);
    project.write(`${fileOf(block)}.js`, transformSync(block.code, { loader: "ts", format: "esm" }).code);
  }
});
afterAll(project.remove);

describe("programs in the documents", () => {
  it("are there", () => {
    expect(PROGRAMS.length).toBeGreaterThan(2);
  });

  it("are strict TypeScript, JavaScript included", () => {
    expect(project.typeErrors()).toBe("");
  });

  it.each(named(PROGRAMS))("%s runs, and prints what is shown", (_, block) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${fileOf(block)}.js`], {
      cwd: project.folder,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    if (block.output !== undefined) expect(stdout).toBe(block.output);
  });

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
});
