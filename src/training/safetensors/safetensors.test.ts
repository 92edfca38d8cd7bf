import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeSafetensors } from "./decode-safetensors.js";
import { encodeSafetensors } from "./encode-safetensors.js";

const FILE = {
  tensors: [
    { name: "0.dense.weights", shape: [2, 3], values: new Float32Array([1, -2.5, 3e-40, 4, 5, -0]) },
    { name: "0.dense.biases", shape: [1], values: new Float32Array([7]) },
    { name: "empty", shape: [0, 4], values: new Float32Array() },
  ],
  metadata: { note: "grüße" },
};

describe("safetensors", () => {
  it("lays the bytes out as the format says", () => {
    const bytes = encodeSafetensors({
      tensors: [{ name: "a", shape: [1], values: new Float32Array([1]) }],
      metadata: {},
    });
    const header = '{"__metadata__":{},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    const padded = header.padEnd(Math.ceil(header.length / 8) * 8);
    expect([...bytes.subarray(0, 8)]).toEqual([padded.length, 0, 0, 0, 0, 0, 0, 0]);
    expect(new TextDecoder().decode(bytes.subarray(8, -4))).toBe(padded);
    expect([...bytes.subarray(-4)]).toEqual([0, 0, 0x80, 0x3f]);
  });

  it("gives back what it was given, to the last bit and from any offset", () => {
    const bytes = encodeSafetensors(FILE);
    const shifted = new Uint8Array(bytes.length + 3).subarray(3);
    shifted.set(bytes);
    expect(decodeSafetensors(shifted, "f")).toEqual(FILE);
    const any = fc.array(fc.float({ noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(any, (values) => {
        const tensors = [{ name: "t", shape: [values.length], values: new Float32Array(values) }];
        expect(decodeSafetensors(encodeSafetensors({ tensors, metadata: {} }), "f").tensors).toEqual(tensors);
      }),
    );
  });

  it("refuses every truncation and any extra byte", () => {
    const bytes = encodeSafetensors(FILE);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeSafetensors(bytes.subarray(0, length), "f")).toThrow(
        expect.objectContaining({ code: "DATA_UNREADABLE" }),
      );
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(() => decodeSafetensors(longer, "f")).toThrow("bytes too many");
  });

  it.each([
    ["not JSON", "nonsense"],
    ["not a JSON object", "null"],
    ["not float32", '{"a":{"dtype":"F16","shape":[0],"data_offsets":[0,0]}}'],
    ["no shape", '{"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,0]}}'],
    ["no shape", '{"a":{"dtype":"F32","data_offsets":[0,0]}}'],
    ["place disagree", '{"a":{"dtype":"F32","shape":[0],"data_offsets":[0,4]}}'],
    ["its type is undefined", '{"a":null}'],
    ["inside tensor a", '{"a":{"dtype":"F32","shape":[9],"data_offsets":[0,36]}}'],
  ])("refuses a header that is %s", (why, header) => {
    const text = new TextEncoder().encode(header);
    const bytes = new Uint8Array(8 + text.length);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    bytes.set(text, 8);
    expect(() => decodeSafetensors(bytes, "weights.safetensors")).toThrow(why);
  });
});
