import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** A copy of the sources, where modules of node_modules are found. */
const COPY = join(ROOT, "dist/test/new-layer-kind");
const LAYERS = join(COPY, "src/training/layers");
const TSC = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

beforeAll(() => {
  rmSync(COPY, { recursive: true, force: true });
  const isSource = (path: string) => !path.endsWith(".test.ts") && !path.endsWith("tsconfig.json");
  cpSync(join(ROOT, "src"), join(COPY, "src"), { recursive: true, filter: isSource });
  const options = { noEmit: true, composite: false, incremental: true, tsBuildInfoFile: "known.tsbuildinfo" };
  const config = { extends: "../../../tsconfig.base.json", compilerOptions: options, include: ["src"] };
  writeFileSync(join(COPY, "tsconfig.json"), JSON.stringify(config));
});
afterAll(() => rmSync(COPY, { recursive: true, force: true }));

/** What the compiler says: file and message of each error. */
function errors(): string[] {
  const { stdout } = spawnSync(process.execPath, [TSC, "-p", COPY, "--pretty", "false"], {
    cwd: COPY,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line.includes(": error "));
}

function edit(file: string, from: string, to: string): void {
  const path = join(LAYERS, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

const SPEC = `
import type { LayerSpec } from "../layer-kind.js";
export interface ScaleLayer { readonly kind: "scale"; readonly factor: number }
export const scaleSpec: LayerSpec<ScaleLayer> = {
  fields: { factor: { range: {} } },
  shape: (_, input) => input,
  used: (_layer, _input, output) => output,
  parameters: () => [],
  channels: () => ({ input: [], output: "input" }),
};
`;

describe("a new kind of layer", () => {
  it("is asked for by the compiler, place by place", { timeout: 300_000 }, () => {
    expect(errors()).toEqual([]);

    // The union knows it, nothing else does.
    mkdirSync(join(LAYERS, "scale"));
    writeFileSync(
      join(LAYERS, "scale/spec.ts"),
      SPEC.replace("fields: { factor: { range: {} } }", "fields: {}"),
    );
    edit(
      "layer.ts",
      "export type Layer = (",
      'import type { ScaleLayer } from "./scale/spec.js";\nexport type Layer = (\n  | ScaleLayer',
    );
    const missing = errors();
    expect(missing).toHaveLength(2);
    expect(missing[0]).toMatch(/layers\/registry\.ts.*'scale' is missing/);
    expect(missing[1]).toMatch(/layers\/scale\/spec\.ts.*'factor' is missing/);

    // Registered without a kernel and a plain twin.
    writeFileSync(join(LAYERS, "scale/spec.ts"), SPEC);
    edit("registry.ts", "  maxPool:", "  scale: { ...scaleSpec },\n  maxPool:");
    edit(
      "registry.ts",
      "import type { Shape }",
      'import { scaleSpec } from "./scale/spec.js";\nimport type { Shape }',
    );
    const unbound = errors();
    expect(unbound).toHaveLength(1);
    expect(unbound[0]).toMatch(/layers\/registry\.ts.*missing the following properties.*bind, reference/);

    // Complete: three files and two lines elsewhere, and the model reader, the safetensors and the step
    // factors know it.
    edit(
      "registry.ts",
      "{ ...scaleSpec }",
      "{ ...scaleSpec, bind: () => [], reference: () => ({ forward: (x) => x, inputGradient: (x) => x.input }) }",
    );
    expect(errors()).toEqual([]);
  });

  it("is looked up in the registry alone: nothing else asks for a layer's kind", () => {
    const asking = spawnSync(
      "grep",
      [
        "-rnE",
        'layer\\.kind|\\.kind ===? "(convolution|maxPool|dense)"|case "(convolution|maxPool|activation|dense|attention|layerNorm|pooling)"',
        join(ROOT, "src/training"),
        "--include=*.ts",
        "--exclude=*.test.ts",
      ],
      { encoding: "utf8" },
    );
    const lines = asking.stdout
      .trim()
      .split("\n")
      .map((line) => line.slice(join(ROOT, "src/training/").length).replace(/:\d+:\s*/, ": "));
    const files = lines.map((line) => line.split(":")[0]);
    expect(files.toSorted(), lines.join("\n")).toEqual([
      "gradients/gradient-engine.ts", // an error's words
      "layers/registry.ts",
      "models/initial-weights.ts", // whether an activation is a rectifier
      "models/model-tensors.ts", // the kind's name
    ]);
  });
});
