import { checkArray, checkFields, checkOptions, wrongShape } from "../../../validate.js";
import type { TensorFile } from "../tensor-file.js";
import type { TensorsToWrite, TensorToWrite } from "../tensors-to-write.js";
import { PREFIX } from "./read-header.js";

/**
 * The parts of a safetensors file in order: the header, then each tensor's bytes, which are the values' own
 * memory.
 */
export function* safetensorsParts(where: string, file: TensorsToWrite): Generator<Uint8Array> {
  const { tensors, metadata } = readFile(where, file);
  yield headerOf(tensors, metadata);
  for (const { name, shape, values: given } of tensors) {
    const values = typeof given === "function" ? given() : given;
    checkValues(`${where}: values of tensor ${name}`, values, shape);
    yield new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  }
}

function checkValues(name: string, values: Float32Array, shape: readonly number[]): void {
  if (values instanceof Float32Array && values.length === sizeOf(shape)) return;
  throw wrongShape(name, values, `a Float32Array of ${sizeOf(shape)} numbers, as the shape says`);
}

function headerOf(tensors: readonly TensorToWrite[], metadata: TensorFile["metadata"]): Uint8Array {
  const header: [string, unknown][] = [["__metadata__", metadata]];
  let end = 0;
  for (const { name, shape } of tensors) {
    const begin = end;
    end += 4 * sizeOf(shape);
    header.push([name, { dtype: "F32", shape, data_offsets: [begin, end] }]);
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(header)));
  const bytes = new Uint8Array(PREFIX + Math.ceil(json.length / 8) * 8).fill(0x20, PREFIX);
  bytes.set(json, PREFIX);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(bytes.length - PREFIX), true);
  return bytes;
}

function readFile(where: string, file: TensorsToWrite): TensorsToWrite {
  const { tensors, metadata } = checkOptions(where, file, "file");
  const names = new Set(["__metadata__", "__proto__"]);
  const read = checkArray(`${where}: file.tensors`, tensors).map((tensor, i) => {
    const path = `${where}: file.tensors[${i}]`;
    const { name, shape, values } = checkFields(path, tensor, "a tensor: its name, shape and values");
    if (typeof name !== "string" || names.has(name)) {
      throw wrongShape(
        `${path}.name`,
        name,
        "a text that is not another tensor's, __metadata__ or __proto__",
      );
    }
    names.add(name);
    const extents = readShape(`${path}.shape`, shape);
    if (typeof values !== "function") checkValues(`${path}.values`, values, extents);
    return { name, shape: extents, values };
  });
  return { tensors: read, metadata: readMetadata(`${where}: file.metadata`, metadata) };
}

function readShape(path: string, shape: readonly number[]): readonly number[] {
  const extents = checkArray(path, shape);
  if (extents.every((extent) => Number.isSafeInteger(extent) && extent >= 0)) return extents;
  throw wrongShape(path, shape, "integers >= 0");
}

function readMetadata(path: string, metadata: TensorFile["metadata"]): TensorFile["metadata"] {
  const read = checkFields(path, metadata, "an object of texts");
  const isRead =
    !Object.hasOwn(read, "__proto__") && Object.values(read).every((text) => typeof text === "string");
  if (isRead) return read;
  throw wrongShape(path, metadata, "an object of texts");
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, extent) => product * extent, 1);
}
