import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DpError } from "../../errors.js";
import { seededSource } from "../../random/seeded-source.js";
import { PRESETS } from "../config/presets.js";
import { readTrainConfig } from "../config/read-train-config.js";
import { chargesIn } from "../loop/_internal/charged-event.js";
import { protocolOf, type SettledConfig } from "../options/protocol-of.js";
import { decodeSafetensors } from "../safetensors/decode-safetensors.js";
import { encodeSafetensors } from "../safetensors/encode-safetensors.js";
import type { NamedTensor } from "../safetensors/tensor-file.js";
import { digest } from "./_internal/digest.js";
import type { Checkpoint } from "./checkpoint.js";
import { decodeCheckpoint } from "./decode-checkpoint.js";
import { encodeCheckpoint } from "./encode-checkpoint.js";

const config = readTrainConfig({ ...PRESETS["mnist-central"], momentum: 0.5 }) as SettledConfig;
const event = protocolOf(config, 600).describeEvent()!;
const CHECKPOINT: Checkpoint = {
  name: "mnist-central",
  config: readTrainConfig(config),
  state: {
    examples: 600,
    round: 12,
    weights: new Float32Array([0.1, -0, 3e-42]),
    memory: [new Float32Array([1, 2, 3])],
    average: new Float32Array([4, 5, 6]),
    ledger: { kind: "repeat", times: 12, of: event },
    history: [
      {
        round: 10,
        accuracy: 0.5,
        loss: 1.2,
        spent: [{ method: "rdp-poisson", status: "proven", epsilon: 0.3 }],
      },
    ],
  },
};

/** What stands in the place of a part. */
const JUNK = [
  null,
  true,
  "",
  "Infinity",
  "__proto__",
  -1,
  0.5,
  1e15,
  1e308,
  [],
  {},
  [null],
  [[]],
  { length: 3 },
  { kind: "repeat" },
];

type Json = Record<string, unknown>;

let bytes: Uint8Array;
let run: Json;
let tensors: readonly NamedTensor[];
beforeAll(async () => {
  bytes = await encodeCheckpoint(CHECKPOINT);
  const file = decodeSafetensors(bytes, "f");
  tensors = file.tensors;
  run = JSON.parse(file.metadata.run!);
});

/** The bytes of a run in JSON, with the checksum that goes with it. */
async function withRun(text: string, values: readonly NamedTensor[] = tensors): Promise<Uint8Array> {
  const metadata = { format: "croupier checkpoint 3", run: text, sha256: await digest(text, values) };
  return encodeSafetensors({ tensors: values, metadata });
}

/** "read", or the code of the refusal; anything but a DpError is thrown on. */
async function outcome(content: Uint8Array): Promise<string> {
  try {
    const { state } = await decodeCheckpoint(content, "f");
    const charged = chargesIn(state.ledger).reduce((sum, { times }) => sum + times, 0);
    expect(charged).toBeGreaterThanOrEqual(state.round);
    return "read";
  } catch (error) {
    if (error instanceof DpError) return error.code;
    throw error;
  }
}

/** Every way to each part of a value. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => pathsOf(part, [...path, name]))];
}

/** A copy in which one part is another; without `part` it is left out. */
function changed(
  value: unknown,
  [name, ...rest]: readonly string[],
  part?: { readonly to: unknown },
): unknown {
  if (name === undefined) return part?.to;
  const copy: Json = Array.isArray(value) ? ([...value] as unknown as Json) : { ...(value as Json) };
  if (rest.length > 0 || part !== undefined) copy[name] = changed(copy[name], rest, part);
  else delete copy[name];
  return copy;
}

describe("a corrupt checkpoint", () => {
  it("truncated anywhere is refused", async () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(await outcome(bytes.subarray(0, length)), `${length} bytes`).toBe("DATA_UNREADABLE");
    }
  });

  it("with any byte turned, or several, is refused", { tags: ["slow"] }, async () => {
    const words = new Uint32Array(3);
    const source = seededSource(31);
    for (let i = 0; i < 2 * bytes.length; i++) {
      const wrong = bytes.slice();
      source.fill(words);
      wrong[i % bytes.length]! ^= 1 << (words[0]! % 8);
      if (i >= bytes.length) wrong[words[1]! % bytes.length] = words[2]!;
      if (wrong.every((byte, at) => byte === bytes[at])) continue;
      expect(await outcome(wrong), `change ${i}`).toBe("DATA_UNREADABLE");
    }
  });

  it("whose header lacks a part or has another in its place is refused", async () => {
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
    const withHeader = (value: unknown): Uint8Array => {
      const json = new TextEncoder().encode(JSON.stringify(value) ?? "");
      const file = new Uint8Array([...new Uint8Array(8), ...json, ...bytes.subarray(8 + length)]);
      new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
      return file;
    };
    expect(await outcome(withHeader(header))).toBe("read");
    for (const path of pathsOf(header)) {
      for (const part of [undefined, ...JUNK.map((to) => ({ to }))]) {
        const found = await outcome(withHeader(changed(header, path, part)));
        expect(found, `${path.join(".")} ${JSON.stringify(part)}`).toBe("DATA_UNREADABLE");
      }
    }
  });

  it("whose run lacks a part or has another in its place is refused, or is one that could be", {
    tags: ["slow"],
  }, async () => {
    expect(await outcome(await withRun(JSON.stringify(run)))).toBe("read");
    const read: string[] = [];
    for (const path of pathsOf(run)) {
      for (const part of [undefined, ...JUNK.map((to) => ({ to }))]) {
        const text = JSON.stringify(changed(run, path, part)) ?? "";
        const found = await outcome(await withRun(text));
        if (found === "read") read.push(path[0] ?? "all");
        else expect(found, `${path.join(".")} ${JSON.stringify(part)}`).toBe("DATA_UNREADABLE");
      }
    }
    // Other settings, another name, other numbers of the right range.
    expect([...new Set(read)].sort()).toEqual(["config", "examples", "history", "ledger", "name"]);
  });

  it.each<[string, (given: Json) => Json]>([
    ["a round beyond the ledger", (given) => ({ ...given, round: 13 })],
    ["a round that is no number of rounds", (given) => ({ ...given, round: 1e15 })],
    ["rounds beyond the run's, charged for", (given) => beyond(given, 401)],
    ["an infinite round", (given) => ({ ...given, round: "Infinity" })],
    ["no round", ({ round: _, ...given }) => given],
    ["no ledger", ({ ledger: _, ...given }) => given],
    ["no history", ({ history: _, ...given }) => given],
    ["a history of texts", (given) => ({ ...given, history: "none" })],
    ["an evaluation after its round", (given) => ({ ...given, round: 9 })],
    ["charges for a run without a guarantee", (given) => ({ ...given, config: PRESETS["mnist-nonprivate"] })],
    ["no examples", (given) => ({ ...given, examples: 0 })],
  ])("with %s is refused, and the reason said", async (_what, change) => {
    const content = await withRun(JSON.stringify(change(run)));
    await expect(decodeCheckpoint(content, "f")).rejects.toThrow(
      /^f is not a readable checkpoint: (run|config)\..* must be .*; start a new run$/,
    );
  });

  function beyond(given: Json, round: number): Json {
    return { ...given, round, ledger: [{ kind: "repeat", times: round, of: event }] };
  }

  it("with other tensors than a run has is refused", async () => {
    const text = JSON.stringify(run);
    const [weights, average, memory] = tensors as [NamedTensor, NamedTensor, NamedTensor];
    const short = { name: "average", shape: [2], values: new Float32Array(2) };
    const infinite = { ...weights, values: new Float32Array([1, Infinity, 2]) };
    const lists = [
      [],
      [weights],
      [average, weights],
      [weights, average, { ...memory, name: "memory.1" }],
      [weights, short, memory],
      [infinite, average, memory],
      [weights, average, memory, { ...memory, name: "more" }],
    ];
    for (const list of lists) expect(await outcome(await withRun(text, list))).toBe("DATA_UNREADABLE");
  });

  it.each([null, undefined, "bytes", {}, new ArrayBuffer(8)])("must be bytes, not %o", async (given) => {
    await expect(decodeCheckpoint(given as Uint8Array, "f")).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});

describe("encodeCheckpoint", () => {
  it.each([
    null,
    undefined,
    {},
    { state: null },
    { ...CHECKPOINT, state: { ...CHECKPOINT.state, round: NaN } },
  ])("refuses %o", async (given) => {
    await expect(encodeCheckpoint(given as Checkpoint)).rejects.toBeInstanceOf(DpError);
  });

  afterEach(() => void vi.restoreAllMocks());

  it("says where a page has no SHA-256", async () => {
    vi.spyOn(globalThis.crypto, "subtle", "get").mockReturnValue(undefined as never);
    await expect(encodeCheckpoint(CHECKPOINT)).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(decodeCheckpoint(bytes, "f")).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });
});
