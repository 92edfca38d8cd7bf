import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { decodeSafetensors } from "./decode-safetensors.js";
import { encodeSafetensors } from "./encode-safetensors.js";
import { openSafetensors } from "./open-safetensors.js";
import { writeSafetensors } from "./write-safetensors.js";

const folder = mkdtempSync(join(tmpdir(), "safetensors-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of a header and `size` bytes of tensors, which count up. */
function fileOf(header: unknown, size = 0): Uint8Array {
  const text = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + size);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  for (let i = 0; i < size; i++) bytes[8 + text.length + i] = i;
  return bytes;
}

const tensor = (begin: number, end: number, dtype = "F32", shape = [(end - begin) / 4]) => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

async function valuesOf(bytes: Uint8Array, name: string, count: number): Promise<number[]> {
  const values = new Float32Array(count);
  await (await openSafetensors(bytes)).read(name, values);
  return [...values];
}

describe("openSafetensors", () => {
  it("reads the same from a path, a Blob and bytes, tensor by tensor and in pieces", async () => {
    const values = Float32Array.from({ length: 1000 }, (_, i) => i / 7);
    const bytes = encodeSafetensors({
      tensors: [
        { name: "0.first", shape: [2, 3], values: values.subarray(0, 6) },
        { name: "second", shape: [1000], values },
      ],
      metadata: { format: "pt" },
    });
    const path = join(folder, "three.safetensors");
    writeFileSync(path, bytes);
    for (const from of [path, new Blob([bytes as Uint8Array<ArrayBuffer>]), bytes]) {
      const reader = await openSafetensors(from);
      expect(reader.metadata).toEqual({ format: "pt" });
      expect(reader.tensors).toEqual([
        { name: "0.first", dtype: "F32", shape: [2, 3], count: 6 },
        { name: "second", dtype: "F32", shape: [1000], count: 1000 },
      ]);
      const shared = new Float32Array(new SharedArrayBuffer(4008)).subarray(1, 1001);
      await reader.read("second", shared);
      expect([...shared]).toEqual([...values]);
      const piece = new Float32Array(3);
      await reader.read("second", piece, 997);
      expect([...piece]).toEqual([...values.subarray(997)]);
      await reader.close();
    }
  });

  it("widens every half-precision number, exactly", async () => {
    const bits = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const header = {
      half: { dtype: "F16", shape: [256, 256], data_offsets: [0, 131072] },
      brain: { dtype: "BF16", shape: [65536], data_offsets: [131072, 262144] },
    };
    const bytes = fileOf(header, 262144);
    bytes.set(new Uint8Array(bits.buffer), bytes.length - 262144);
    bytes.set(new Uint8Array(bits.buffer), bytes.length - 131072);
    const [half, brain] = [await valuesOf(bytes, "half", 65536), await valuesOf(bytes, "brain", 65536)];
    const words = new DataView(new ArrayBuffer(4));
    const wrong = bits.filter((pattern) => {
      words.setUint32(0, pattern * 65536);
      return (
        !Object.is(brain[pattern], words.getFloat32(0)) || !Object.is(half[pattern], halfBySlots(pattern))
      );
    });
    expect([...wrong]).toEqual([]);
    expect([half[0x3c00], half[0xc000], half[0x3555], half[0x7bff], half[1]]).toEqual([
      1,
      -2,
      0.333251953125,
      65504,
      2 ** -24,
    ]);
  });

  it("goes on in pieces where a half-precision tensor is longer than one", async () => {
    const count = 2 ** 19 + 5;
    const bytes = fileOf({ a: { dtype: "BF16", shape: [count], data_offsets: [0, 2 * count] } }, 2 * count);
    new DataView(bytes.buffer).setUint16(bytes.length - 2, 0x3f80, true);
    const values = await valuesOf(bytes, "a", count);
    expect(values.at(-1)).toBe(1);
    expect(values[2 ** 19]).toBe(values[0]);
  });

  it("takes names that objects have already for names", async () => {
    const header = { constructor: tensor(4, 8), toString: tensor(0, 4), __metadata__: { valueOf: "x" } };
    const reader = await openSafetensors(fileOf(header, 8));
    expect(reader.tensors.map(({ name }) => name)).toEqual(["toString", "constructor"]);
    await expect(reader.read("hasOwnProperty", new Float32Array(1))).rejects.toThrow(
      "has no tensor hasOwnProperty",
    );
  });

  it("leaves tensors of other types alone, and says so when asked for them", async () => {
    const header = {
      ids: { dtype: "I64", shape: [2], data_offsets: [0, 16] },
      w: tensor(16, 20),
    };
    const reader = await openSafetensors(fileOf(header, 20));
    await reader.read("w", new Float32Array(1));
    await expect(reader.read("ids", new Float32Array(2))).rejects.toThrow(
      expect.objectContaining({
        code: "DATA_UNREADABLE",
        message: expect.stringMatching(/tensor ids .* its type is I64, and F32/),
      }),
    );
  });

  it.each<[string, unknown, number]>([
    ["overlaps the one before", { a: tensor(0, 8), b: tensor(4, 12) }, 12],
    ["overlaps the one before", { a: tensor(0, 8), b: tensor(0, 8) }, 8],
    ["4 bytes before it belong to no tensor", { a: tensor(0, 4), b: tensor(8, 12) }, 12],
    ["4 bytes before it belong to no tensor", { a: tensor(4, 8) }, 8],
    ["ends inside tensor a", { a: tensor(0, 2 ** 40) }, 8],
    ["4 bytes too many", { a: tensor(0, 4) }, 8],
    ["place disagree", { a: tensor(0, 8, "F16", [2]) }, 8],
    ["place disagree", { a: tensor(0, 8, "F32", [3]) }, 8],
    ["place disagree", { a: tensor(0, 8, "F32", [2 ** 40, 2 ** 40]) }, 8],
    ["place disagree", { a: tensor(0, 0, "F32", [...Array(21).fill(2 ** 53 - 1), 0]) }, 0],
    ["no shape", { a: tensor(0, 0, "F32", [2 ** 53, 0]) }, 0],
    ["place disagree", { a: { dtype: "F32", shape: [1], data_offsets: [-4, 0] } }, 0],
    ["place disagree", { a: { dtype: "F32", shape: [1], data_offsets: [0, 4, 8] } }, 4],
    ["place disagree", { a: { dtype: "F32", shape: [1], data_offsets: "04" } }, 4],
    ["place disagree", { a: { dtype: "F32", shape: [1], data_offsets: [0.5, 4.5] } }, 4],
    ["no shape", { a: { dtype: "F32", shape: [0.5, 2], data_offsets: [0, 4] } }, 4],
    ["no shape", { a: { dtype: "F32", shape: ["1"], data_offsets: [0, 4] } }, 4],
    ['its type is "F4"', { a: tensor(0, 4, "F4") }, 4],
    ["its type is undefined", { a: [] }, 0],
    ["its type is undefined", { a: 7 }, 0],
    ["metadata are no texts", { __metadata__: { a: 1 } }, 0],
    ["metadata are no texts", '{"__metadata__":{"__proto__":"x"}}', 0],
    ["names a tensor __proto__", '{"__proto__":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}', 4],
    ["has a twice", '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"\\u0061" :{}}', 4],
    ["has dtype twice", '{"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}}', 4],
    ["has k twice", '{"__metadata__":{"k":"\\"{\\\\", "k":""}}', 0],
    ["not JSON", "{", 0],
    ["not JSON", `${"[".repeat(1e5)}`, 0],
    ["not a JSON object", "[]", 0],
    ["not JSON", "{\u0000}", 0],
  ])("refuses a file that %s: %j", async (why, header, size) => {
    const error = expect.objectContaining({ code: "DATA_UNREADABLE", message: expect.stringContaining(why) });
    await expect(openSafetensors(fileOf(header, size))).rejects.toThrow(error);
    expect(() => decodeSafetensors(fileOf(header, size), "f")).toThrow(error);
  });

  it("refuses a header longer than the file or the format's limit", async () => {
    for (const length of [2n ** 64n - 1n, 2n ** 63n, 100n]) {
      const bytes = new Uint8Array(20);
      new DataView(bytes.buffer).setBigUint64(0, length, true);
      await expect(openSafetensors(bytes)).rejects.toThrow("ends inside its header");
    }
    const prefix = new Uint8Array(8);
    new DataView(prefix.buffer).setBigUint64(0, 100_000_001n, true);
    const path = join(folder, "sparse");
    writeFileSync(path, prefix);
    truncateSync(path, 200_000_000);
    await expect(openSafetensors(path)).rejects.toThrow("100000000 at most");
  });

  it.each([
    ["GGUF\x03\0\0\0\0\0\0\0", /it is a GGUF file/],
    [
      "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 548105171\n",
      /it is a Git LFS pointer/,
    ],
    ["<!DOCTYPE html><html><body>404</body></html>", /it is an HTML page/],
    ["PK\x03\x04\0\0\x08\x08", /it is a zip archive/],
    ["\x80\x02}q\0(X\x01", /it is a Python pickle/],
    ["\x1f\x8b\x08\0\0\0\0\0", /it is compressed by gzip/],
  ])("names what %j is", async (text, why) => {
    const bytes = Uint8Array.from(text, (each) => each.charCodeAt(0));
    await expect(openSafetensors(bytes)).rejects.toThrow(why);
    expect(() => decodeSafetensors(bytes, "a")).toThrow(why);
  });

  it("refuses every truncation", async () => {
    const bytes = encodeSafetensors({
      tensors: [{ name: "a", shape: [2], values: Float32Array.of(1, 2) }],
      metadata: {},
    });
    for (let length = 0; length < bytes.length; length++) {
      await expect(openSafetensors(bytes.subarray(0, length))).rejects.toMatchObject({
        code: "DATA_UNREADABLE",
      });
    }
  });

  it("refuses what is no file, and a file that is cut while it is read", async () => {
    await expect(openSafetensors(join(folder, "none"))).rejects.toThrow(/cannot be opened \(ENOENT\)/);
    await expect(openSafetensors(folder)).rejects.toThrow("it is no file");
    for (const from of ["", "a\0b", 7, null, undefined, {}]) {
      await expect(openSafetensors(from as never)).rejects.toMatchObject({ code: "BAD_INPUT" });
    }
    const path = join(folder, "cut.safetensors");
    await writeSafetensors(path, {
      tensors: [{ name: "a", shape: [9], values: new Float32Array(9) }],
      metadata: {},
    });
    const reader = await openSafetensors(path);
    truncateSync(path, 100);
    await expect(reader.read("a", new Float32Array(9))).rejects.toThrow("shorter meanwhile");
    await reader.close();
  });

  it("says that a page's file has changed since it was chosen", async () => {
    const blob = new Blob([new Uint8Array(99)]);
    const slice = () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
    Object.defineProperty(blob, "slice", { value: slice });
    await expect(openSafetensors(blob)).rejects.toMatchObject({
      code: "DATA_UNREADABLE",
      message: expect.stringMatching(/^blob is not .*changed meanwhile/),
    });
  });

  it.each<[string, unknown, unknown, string]>([
    ["an array of another kind", new Float64Array(2), 0, "BAD_INPUT"],
    ["more than the tensor has", new Float32Array(3), 0, "OUT_OF_RANGE"],
    ["more than is left", new Float32Array(2), 1, "OUT_OF_RANGE"],
    ["a place before", new Float32Array(2), -1, "OUT_OF_RANGE"],
    ["a place between", new Float32Array(1), 0.5, "OUT_OF_RANGE"],
  ])("refuses to read into %s", async (_what, into, from, code) => {
    const reader = await openSafetensors(fileOf({ a: tensor(0, 8) }, 8));
    await expect(reader.read("a", into as Float32Array, from as number)).rejects.toMatchObject({ code });
  });
});

/** Another way to the same number: counting up from zero in steps that double. */
function halfBySlots(bits: number): number {
  if ((bits & 0x7c00) === 0x7c00) return bits & 0x3ff ? NaN : bits < 0x8000 ? Infinity : -Infinity;
  let value = 0;
  let step = 2 ** -24;
  for (let left = bits & 0x7fff, slot = 0; left > 0; slot++) {
    const taken = Math.min(left, 1024);
    value += taken * step;
    left -= taken;
    if (slot > 0) step *= 2;
  }
  return bits < 0x8000 ? value : -value;
}

describe("writeSafetensors", () => {
  it("writes the bytes of encodeSafetensors, with values made one after the other", async () => {
    const path = join(folder, "written.safetensors");
    const buffer = new Float32Array(new SharedArrayBuffer(16));
    const filled = (value: number) => () => buffer.fill(value).subarray(0, 3);
    const shape = [3, 1];
    await writeSafetensors(path, {
      tensors: [
        { name: "a", shape, values: filled(1) },
        { name: "b", shape, values: filled(2) },
        { name: "none", shape: [0], values: new Float32Array() },
      ],
      metadata: { k: "v" },
    });
    const tensors = [
      { name: "a", shape, values: Float32Array.of(1, 1, 1) },
      { name: "b", shape, values: Float32Array.of(2, 2, 2) },
      { name: "none", shape: [0], values: new Float32Array() },
    ];
    expect(new Uint8Array(readFileSync(path))).toEqual(encodeSafetensors({ tensors, metadata: { k: "v" } }));
  });

  it("leaves what was there, and nothing else, where it fails", async () => {
    const path = join(folder, "kept.safetensors");
    writeFileSync(path, "before");
    const tensors = [
      { name: "a", shape: [1], values: new Float32Array(1) },
      {
        name: "b",
        shape: [1],
        values: () => {
          throw new Error("no values");
        },
      },
    ];
    await expect(writeSafetensors(path, { tensors, metadata: {} })).rejects.toThrow("no values");
    expect(readFileSync(path, "utf8")).toBe("before");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  const values = new Float32Array(2);
  it.each<[string, unknown]>([
    ["no object", null],
    ["no tensors", { metadata: {} }],
    ["a tensor that is none", { tensors: [null], metadata: {} }],
    ["no name", { tensors: [{ shape: [2], values }], metadata: {} }],
    [
      "a name twice",
      {
        tensors: [
          { name: "a", shape: [2], values },
          { name: "a", shape: [2], values },
        ],
        metadata: {},
      },
    ],
    ["the metadata's name", { tensors: [{ name: "__metadata__", shape: [2], values }], metadata: {} }],
    ["the prototype's name", { tensors: [{ name: "__proto__", shape: [2], values }], metadata: {} }],
    ["another shape", { tensors: [{ name: "a", shape: [3], values }], metadata: {} }],
    ["no shape", { tensors: [{ name: "a", shape: [-2], values }], metadata: {} }],
    ["other numbers", { tensors: [{ name: "a", shape: [2], values: [1, 2] }], metadata: {} }],
    ["metadata that are no texts", { tensors: [], metadata: { a: 1 } }],
    ["metadata with a prototype", { tensors: [], metadata: JSON.parse('{"__proto__":"x"}') }],
  ])("refuses %s", async (_what, file) => {
    const path = join(folder, "refused.safetensors");
    await expect(writeSafetensors(path, file as never)).rejects.toMatchObject({ code: "BAD_INPUT" });
    expect(() => encodeSafetensors(file as never)).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    await expect(writeSafetensors("", { tensors: [], metadata: {} })).rejects.toMatchObject({
      code: "BAD_INPUT",
    });
  });
});
