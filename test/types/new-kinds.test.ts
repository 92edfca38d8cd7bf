import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const LAYERS = "src/training/layers";
const run = promisify(execFile);
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "croupier-types-"));
  for (const name of ["src", "apps", "experiments", "tsconfig.base.json", "package.json"]) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const include = ["src/**/*.ts", "apps/**/*.ts", "experiments/**/*.ts"];
  const project = {
    extends: "./tsconfig.base.json",
    // Of a later change the compiler checks only what depends on it.
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: true,
      tsBuildInfoFile: "known.tsbuildinfo",
    },
    include,
    // Pages are compiled with the types of browsers, and know no kinds.
    exclude: ["**/*.test.ts", "apps/web/**"],
  };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(project));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface CompilerError {
  readonly file: string;
  readonly words: string;
}

/** What the compiler finds; the lines that go on with an error's words belong to it. */
async function compilerErrors(): Promise<readonly CompilerError[]> {
  try {
    await run(join(ROOT, "node_modules/.bin/tsc"), ["--pretty", "false"], { cwd: copy });
    return [];
  } catch (error) {
    const { stdout } = error as { readonly stdout: string };
    const found = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error (.*(?:\n .*)*)/gm)];
    if (found.length === 0) throw error;
    return found.map(([, file, words]) => ({ file: file!, words: words! }));
  }
}

function edit(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(copy, path), "utf8");
  const changed = text.replace(from, to);
  expect(changed, path).not.toBe(text);
  writeFileSync(join(copy, path), changed);
}

interface Change {
  readonly what: string;
  readonly path: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** Where the compiler finds errors; no other change is named there. */
  readonly places: readonly string[];
}

const CHANGES: readonly Change[] = [
  {
    what: "an event",
    path: "src/privacy/mechanism-event.ts",
    from: /export type MechanismEvent =/,
    to: 'interface NewEvent { readonly kind: "new-event"; readonly users: number }\nexport type MechanismEvent =\n  | NewEvent',
    places: [
      "apps/shared/account/kinds/registry.ts",
      "src/accounting/rounds/read-round.ts",
      "src/auditing/games/game-of.ts",
      "src/privacy/kinds/registry.ts",
    ],
  },
  {
    what: "a report, and no method that does not say it covers it",
    path: "src/accounting/rounds/round.ts",
    from: "export type Report =",
    to: 'export type Report =\n  | { readonly kind: "new-report"; readonly size: number }\n  |',
    places: ["src/accounting/rounds/reports/registry.ts", "src/auditing/games/reports/registry.ts"],
  },
  {
    what: "a round, in the engines that compose every kind of round too",
    path: "src/accounting/rounds/round.ts",
    from: /interface RoundFields \{/,
    to: "interface RoundFields {\n  readonly newRound: object;",
    places: [
      "apps/cli/_internal/account/event-help.ts",
      "src/accounting/composition/round-bound.ts",
      "src/accounting/rounds/kinds/registry.ts",
    ],
  },
  {
    what: "a round that an accountant says it covers and does not analyse",
    path: "src/accounting/accountants/rdp-exact.ts",
    from: 'rounds: ["randomAllocation"]',
    to: 'rounds: ["randomAllocation", "poissonSample"]',
    places: ["src/accounting/accountants/rdp-exact.ts"],
  },
  {
    what: "a method",
    path: "src/privacy/method.ts",
    from: "export const METHODS = [",
    to: 'export const METHODS = [\n  "new-method",',
    places: ["src/accounting/accountants/registry.ts"],
  },
  {
    what: "a training protocol",
    path: "src/training/options/run-config.ts",
    from: "export interface GaussianSamplings extends ShuffledSamplings {",
    to: "export interface GaussianSamplings extends ShuffledSamplings {\n  readonly newProtocol: FixedSampling;",
    places: ["src/training/options/kinds/registry.ts"],
  },
];

const SCALE_SPEC = `
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
const SCALE_CODE =
  ", bind: () => [], reference: () => ({ forward: (x) => x, inputGradient: (x) => x.input })";
const REGISTERED = "  scale: { ...scaleSpec },\n";

describe("the compiler names each place that a new kind needs", { timeout: 300_000 }, () => {
  // The compiler reads the whole of the sources each time: the cases share four runs.
  it("a local randomizer's report that is listed: its rows, and its law where that is known", async () => {
    const union = "export type LocalReport = ";
    const added = `${union}\n  | { readonly kind: "newLocal"; readonly epsilon: number }\n  |`;
    const list = "export type ReportKind =\n";
    edit("src/accounting/rounds/round.ts", union, added);
    edit("src/accounting/rounds/reports/report-kind.ts", list, `${list}  | "newLocal"\n`);
    const files = new Set((await compilerErrors()).map(({ file }) => file));
    edit("src/accounting/rounds/round.ts", added, union);
    edit("src/accounting/rounds/reports/report-kind.ts", `${list}  | "newLocal"\n`, list);
    expect([...files].sort()).toEqual([
      "src/accounting/lower/randomizers/registry.ts",
      "src/accounting/rounds/reports/registry.ts",
      "src/accounting/shuffle/blanket/channels/shuffled-reports.ts",
      "src/auditing/games/reports/registry.ts",
    ]);
  });

  it("none where a new layer is complete, with three files and two lines elsewhere", async () => {
    mkdirSync(join(copy, LAYERS, "scale"));
    writeFileSync(join(copy, LAYERS, "scale/spec.ts"), SCALE_SPEC);
    const union = 'import type { ScaleLayer } from "./scale/spec.js";\nexport type Layer = (\n  | ScaleLayer';
    edit(`${LAYERS}/layer.ts`, "export type Layer = (", union);
    edit(`${LAYERS}/registry.ts`, "  maxPool:", `${REGISTERED.replace(" }", `${SCALE_CODE} }`)}  maxPool:`);
    const reading = 'import { scaleSpec } from "./scale/spec.js";\nimport type { Shape }';
    edit(`${LAYERS}/registry.ts`, "import type { Shape }", reading);
    expect(await compilerErrors()).toEqual([]);
  });

  it("a layer's kernel and plain twin", async () => {
    edit(`${LAYERS}/registry.ts`, SCALE_CODE, "");
    const errors = await compilerErrors();
    expect(errors).toHaveLength(1);
    expect(errors[0]!.file).toBe(`${LAYERS}/registry.ts`);
    expect(errors[0]!.words).toMatch(/missing the following properties.*bind, reference/);
  });

  describe("of kinds that nothing but their union knows", () => {
    let errors: readonly CompilerError[] = [];
    const layerPlaces = [`${LAYERS}/registry.ts`, `${LAYERS}/scale/spec.ts`];
    beforeAll(async () => {
      edit(`${LAYERS}/registry.ts`, REGISTERED, "");
      edit(`${LAYERS}/registry.ts`, 'import { scaleSpec } from "./scale/spec.js";\n', "");
      edit(`${LAYERS}/scale/spec.ts`, "fields: { factor: { range: {} } }", "fields: {}");
      for (const { path, from, to } of CHANGES) edit(path, from, to);
      errors = await compilerErrors();
    });

    const filesAmong = (places: readonly string[]): readonly string[] =>
      [...new Set(errors.map(({ file }) => file))].filter((file) => places.includes(file)).sort();

    it.each(CHANGES)("$what", ({ places }) => {
      expect(filesAmong(places)).toEqual(places);
    });

    it("a layer", () => {
      const ofLayer = errors.filter(({ file }) => layerPlaces.includes(file));
      expect(ofLayer.map(({ file }) => file)).toEqual(layerPlaces);
      expect(ofLayer[0]!.words).toContain("'scale' is missing");
      expect(ofLayer[1]!.words).toContain("'factor' is missing");
    });

    it("and no other place; none is of two kinds", () => {
      const places = [...CHANGES.flatMap((change) => change.places), ...layerPlaces].sort();
      expect(new Set(places).size).toBe(places.length);
      expect([...new Set(errors.map(({ file }) => file))].sort()).toEqual(places);
    });
  });
});

it("a layer's kind is looked up in the registry alone: nothing else asks for it", () => {
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
