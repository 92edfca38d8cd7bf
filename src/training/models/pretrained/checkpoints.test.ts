import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { seededSource } from "../../../random/seeded-source.js";
import type { ExampleValues } from "../../layers/_internal/bound-layer.js";
import { isTokenInput } from "../../layers/token-input.js";
import { encodeSafetensors } from "../../safetensors/encode-safetensors.js";
import { openSafetensors } from "../../safetensors/open-safetensors.js";
import type { TensorToWrite } from "../../safetensors/tensors-to-write.js";
import { initialWeights } from "../initial-weights.js";
import { classesOf, dimensionOf, type Model } from "../model.js";
import { readModel } from "../read-model.js";
import { referenceModel } from "../reference-model.js";
import {
  ARCHITECTURE_NAMES,
  type Architecture,
  type ArchitectureName,
  architectureModel,
} from "./architecture.js";
import { checkpointHasHead } from "./checkpoint-has-head.js";
import { checkpointTensors } from "./checkpoint-tensors.js";
import { weightsFromCheckpoint } from "./weights-from-checkpoint.js";

interface Vectors {
  readonly architecture: Architecture;
  readonly cases: readonly {
    readonly ids?: readonly number[];
    /** [channel][row][column] */
    readonly pixels?: readonly (readonly (readonly number[])[])[];
    readonly logits: readonly number[] | readonly (readonly number[])[];
  }[];
}

const FOLDER = new URL("../../../../test/vectors/transformers/", import.meta.url);
const fileOf = (name: ArchitectureName) =>
  new Uint8Array(readFileSync(new URL(`${name}.safetensors`, FOLDER)));
const vectorsOf = (name: ArchitectureName): Vectors =>
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8")) as Vectors;

/** A case as the model reads it: ids with padding that nothing may look at, or pixels with channels last. */
function exampleOf(
  model: Model,
  { ids, pixels }: Vectors["cases"][number],
): { values: ExampleValues; length: number } {
  if (ids !== undefined && isTokenInput(model.input)) {
    const values = new Uint8Array(model.input.length).fill(17);
    values.set(ids);
    return { values, length: ids.length };
  }
  const [channels, rows] = [pixels!, pixels![0]!];
  const values = rows.flatMap((row, y) => row.flatMap((_, x) => channels.map((channel) => channel[y]![x]!)));
  return { values: Float32Array.from(values), length: rows.length };
}

describe.each(ARCHITECTURE_NAMES)("a public checkpoint of %s", (name) => {
  const { architecture, cases } = vectorsOf(name);
  const model = readModel("test", architectureModel(architecture));
  const { logits } = referenceModel(model);

  it("gives the logits that its public implementation gives", async () => {
    const { weights } = await weightsFromCheckpoint(architecture, await openSafetensors(fileOf(name)));
    expect(cases.length).toBeGreaterThan(2);
    for (const example of cases) {
      const { values, length } = exampleOf(model, example);
      const made = logits(Float64Array.from(weights), { values, length });
      const expected = example.logits.flat();
      expect(expected).toHaveLength(
        model.target === "next-token" ? length * classesOf(model) : classesOf(model),
      );
      for (const [i, logit] of expected.entries()) expect(Math.abs(made[i]! - logit)).toBeLessThan(1e-11);
    }
  });

  it("comes back as it was, and out of what is written", async () => {
    const start = initialWeights(model, seededSource(4));
    const random = start.map((_, i) => Math.fround(Math.sin(i * i)));
    const written = checkpointTensors(architecture, random);
    const reader = await openSafetensors(encodeSafetensors(written));
    const { weights, ignored } = await weightsFromCheckpoint(architecture, reader);
    expect(weights).toEqual(random);
    expect(ignored).toEqual([]);
    expect(reader.metadata).toEqual({ format: "pt" });
  });

  it("has the names and shapes that are written, and those that are not used", async () => {
    const reader = await openSafetensors(fileOf(name));
    const { ignored, weights } = await weightsFromCheckpoint(architecture, reader);
    const prefix = name === "gpt2" ? "transformer." : "";
    const written = checkpointTensors(architecture, weights).tensors.map((tensor) => tensor.name);
    const used = reader.tensors
      .map((tensor) => `${prefix}${tensor.name}`)
      .filter((each) => written.includes(each));
    expect(used.sort()).toEqual(written.sort());
    expect(reader.tensors).toHaveLength(written.length + ignored.length);
  });
});

/** The tensors of a small model, with some changed. */
async function withTensors(
  name: ArchitectureName,
  change: (tensors: TensorToWrite[]) => TensorToWrite[],
  options = {},
): Promise<Awaited<ReturnType<typeof weightsFromCheckpoint>>> {
  const { architecture } = vectorsOf(name);
  const { weights } = await weightsFromCheckpoint(architecture, await openSafetensors(fileOf(name)));
  const written = checkpointTensors(architecture, weights).tensors.map((tensor) => ({
    ...tensor,
    values: typeof tensor.values === "function" ? tensor.values().slice() : tensor.values,
  }));
  const file = encodeSafetensors({ tensors: change(written), metadata: {} });
  return weightsFromCheckpoint(architecture, await openSafetensors(file), options);
}

const tensor = (name: string, ...shape: number[]): TensorToWrite => ({
  name,
  shape,
  values: new Float32Array(shape.reduce((product, extent) => product * extent, 1)).fill(0.5),
});

describe("weightsFromCheckpoint", () => {
  it.each(ARCHITECTURE_NAMES)("finds tensors of %s without the model's prefix", async (name) => {
    const whole = await withTensors(name, (tensors) => tensors);
    const bare = await withTensors(name, (tensors) =>
      tensors.map((each) => ({ ...each, name: each.name.replace(/^(bert|roberta|transformer|vit)\./, "") })),
    );
    expect(bare).toEqual(whole);
  });

  it("finds the norms of early checkpoints", async () => {
    const early = (name: string) =>
      name.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta");
    const whole = await withTensors("bert", (tensors) => tensors);
    const made = await withTensors("bert", (tensors) => {
      expect(early(tensors.at(4)!.name)).toBe("bert.embeddings.LayerNorm.beta");
      return tensors.map((each) => ({ ...each, name: early(each.name) }));
    });
    expect(made).toEqual(whole);
  });

  it("takes the first positions of a longer table, RoBERTa's from row 2 on", async () => {
    const rows = Float32Array.from({ length: 20 * 8 }, (_, i) => i);
    const change = (tensors: TensorToWrite[]) =>
      tensors.map((each) =>
        each.name.includes("position_embeddings") ? { ...each, shape: [20, 8], values: rows } : each,
      );
    const [bert, roberta] = await Promise.all([withTensors("bert", change), withTensors("roberta", change)]);
    const start = 30 * 8;
    expect(bert.weights.slice(start, start + 9 * 8)).toEqual(rows.slice(0, 9 * 8));
    expect(roberta.weights.slice(start, start + 9 * 8)).toEqual(rows.slice(2 * 8, 11 * 8));
  });

  it("makes a new head from random numbers, whatever head there is", async () => {
    const { architecture } = vectorsOf("roberta");
    const more = { ...architecture, classes: 5 } as Architecture;
    const newHead = seededSource(9);
    const own = await weightsFromCheckpoint(architecture, await openSafetensors(fileOf("roberta")));
    const made = await weightsFromCheckpoint(more, await openSafetensors(fileOf("roberta")), { newHead });
    const head = 8 * 8 + 8 + 8 * 5 + 5;
    const body = dimensionOf(architectureModel(more)) - head;
    expect(made.weights.slice(0, body)).toEqual(own.weights.slice(0, body));
    const [last, bound] = [made.weights.slice(-8 * 5 - 5, -5), Math.sqrt(6 / 13)];
    expect(last.every((weight) => weight !== 0 && Math.abs(weight) < bound)).toBe(true);
    expect([...made.weights.slice(-5)]).toEqual([0, 0, 0, 0, 0]);
    expect(made.ignored).toContain("classifier.out_proj.weight");
    const has = async (which: Architecture, name: Parameters<typeof fileOf>[0]) =>
      checkpointHasHead(which, await openSafetensors(fileOf(name)));
    expect(await has(architecture, "roberta")).toBe(true);
    expect(await has(more, "roberta")).toBe(false);
    expect(await has(vectorsOf("gpt2").architecture, "gpt2")).toBe(true);
    expect(checkpointHasHead(architecture, { tensors: [] })).toBe(false);
    const without = await withTensors("bert", (all) => all.slice(0, -2), { newHead: seededSource(1) });
    expect(without.ignored).toEqual([]);
  });

  it("accepts a head that is the token embedding, and no other", async () => {
    const copied = (tensors: TensorToWrite[], value?: number): TensorToWrite[] => {
      const values = (tensors[0]!.values as Float32Array).slice();
      if (value !== undefined) values[77] = value;
      return [...tensors, { name: "lm_head.weight", shape: [25, 12], values }];
    };
    expect((await withTensors("gpt2", (tensors) => copied(tensors))).ignored).toEqual([]);
    await expect(withTensors("gpt2", (tensors) => copied(tensors, 3))).rejects.toThrow(
      "tensor lm_head.weight must be that of the token embedding",
    );
    await expect(withTensors("gpt2", (all) => [...all, tensor("lm_head.weight", 12, 25)])).rejects.toThrow(
      "tensor lm_head.weight is 12 x 25, and the model wants 25 x 12",
    );
  });

  it.each<[string, ArchitectureName, (tensors: TensorToWrite[]) => TensorToWrite[], string]>([
    [
      "a missing tensor",
      "bert",
      (all) => all.filter(({ name }) => !name.includes("layer.1.attention.self.key.weight")),
      "weightsFromCheckpoint: the checkpoint has no tensor bert.encoder.layer.1.attention.self.key.weight",
    ],
    [
      "another model",
      "vit",
      () => [tensor("wte.weight", 3, 2)],
      "no tensor embeddings.patch_embeddings.projection.weight, with or without vit. before it",
    ],
    [
      "no head",
      "bert",
      (all) => all.slice(0, -2),
      "no tensor classifier.weight; newHead makes a head of random weights",
    ],
    [
      "another vocabulary",
      "gpt2",
      (all) => [tensor("transformer.wte.weight", 26, 12), ...all.slice(1)],
      "tensor transformer.wte.weight is 26 x 12, and the model wants 25 x 12",
    ],
    [
      "fewer positions",
      "roberta",
      (all) => all.map((each) => (each.name.includes("position") ? tensor(each.name, 10, 8) : each)),
      "tensor roberta.embeddings.position_embeddings.weight is 10 x 8, and the model wants at least 11 x 8",
    ],
    [
      "another number of axes",
      "vit",
      (all) => all.map((each) => (each.name.includes("cls") ? tensor(each.name, 8) : each)),
      "tensor vit.embeddings.cls_token is 8, and the model wants 1 x 1 x 8",
    ],
    [
      "a block too many",
      "bert",
      (all) => [...all, tensor("bert.encoder.layer.2.output.dense.bias", 8)],
      "has a tensor bert.encoder.layer.2.output.dense.bias, which is no part of this architecture with these extents",
    ],
    [
      "numbers that are not finite",
      "gpt2",
      (all) =>
        all.map((each) =>
          each.name.includes("h.1.mlp.c_fc.bias")
            ? { ...each, values: new Float32Array(30).fill(NaN) }
            : each,
        ),
      "tensor transformer.h.1.mlp.c_fc.bias has a number that is not finite, NaN",
    ],
  ])("refuses a checkpoint with %s", async (_, name, change, message) => {
    await expect(withTensors(name, change)).rejects.toThrow(
      expect.objectContaining({ code: "DATA_UNREADABLE" }),
    );
    await expect(withTensors(name, change)).rejects.toThrow(message);
  });

  it("refuses types that it does not read, and says of which tensor", async () => {
    const bytes = fileOf("bert");
    const header = new TextDecoder().decode(bytes.subarray(8));
    expect(header).toContain('bert.pooler.dense.bias": {"dtype": "F32"');
    const text = new TextDecoder("latin1").decode(bytes);
    const changed = text.replace(
      'bert.pooler.dense.bias": {"dtype": "F32"',
      'bert.pooler.dense.bias": {"dtype": "I32"',
    );
    const file = Uint8Array.from(changed, (character) => character.charCodeAt(0));
    await expect(
      weightsFromCheckpoint(vectorsOf("bert").architecture, await openSafetensors(file)),
    ).rejects.toThrow("tensor bert.pooler.dense.bias is of type I32, and F32, F16, BF16 are read");
  });

  it.each([
    [{ architecture: "bart" }, {}, "architecture must be one of bert, roberta, gpt2, vit"],
    [undefined, {}, "architecture must be an object"],
    [vectorsOf("bert").architecture, { newHead: 3 }, "must be a RandomSource"],
  ])("refuses arguments %j", async (architecture, options, message) => {
    const reader = await openSafetensors(fileOf("bert"));
    await expect(weightsFromCheckpoint(architecture as never, reader, options as never)).rejects.toThrow(
      message,
    );
  });

  it("wants a reader", async () => {
    const { architecture } = vectorsOf("bert");
    await expect(weightsFromCheckpoint(architecture, {} as never)).rejects.toThrow(
      "reader.read must be a function",
    );
    const reader = await openSafetensors(fileOf("bert"));
    for (const [tensors, message] of [
      [3, "reader.tensors must be an array"],
      [[null], "reader.tensors[0]: tensor must be an object"],
      [
        [{ name: "a", dtype: "F32", shape: ["b"] }],
        "reader.tensors[0] must be a tensor's name, dtype and shape",
      ],
    ] as const) {
      const other = { ...reader, tensors } as never;
      await expect(weightsFromCheckpoint(architecture, other)).rejects.toThrow(message);
    }
  });
});

describe("checkpointTensors", () => {
  it("rearranges tensors larger than a piece", { tags: ["slow"] }, async () => {
    const large = {
      architecture: "bert",
      layers: 1,
      heads: 4,
      width: 520,
      feedForward: 600,
      vocabulary: 4,
      length: 2,
      segments: 1,
      classes: 2,
    } as const;
    const weights = Float32Array.from({ length: dimensionOf(architectureModel(large)) }, (_, i) => i);
    const { tensors, metadata } = checkpointTensors(large, weights);
    const query = tensors.find(({ name }) => name.endsWith("self.key.weight"))!;
    const values = (query.values as () => Float32Array)();
    const start = 4 * 520 + 2 * 520 + 520 + 2 * 520;
    for (const [unit, input] of [
      [0, 0],
      [503, 1],
      [504, 519],
      [505, 0],
      [519, 519],
    ] as const) {
      expect(values[unit * 520 + input]).toBe(start + input * 3 * 520 + 520 + unit);
    }
    const reader = await openSafetensors(encodeSafetensors({ tensors, metadata }));
    const read = await weightsFromCheckpoint(large, reader);
    expect(read.weights.every((weight, i) => weight === weights[i])).toBe(true);
  });

  it("refuses weights of another model", () => {
    const { architecture } = vectorsOf("vit");
    expect(() => checkpointTensors(architecture, new Float32Array(3))).toThrow(
      "weights must be a Float32Array of ",
    );
  });
});
