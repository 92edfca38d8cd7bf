import { DpError } from "../../../src/errors.js";
import { openSafetensors } from "../../../src/training/safetensors/open-safetensors.js";
import type { NamedTensor } from "../../../src/training/safetensors/tensor-file.js";

/**
 * Fills tensors with what a safetensors file has under their names.
 *
 * @param optional names of tensors that stay as they are where the file has none of their name and shape
 * @returns the names of those
 */
export async function readTensors(
  file: string,
  tensors: readonly NamedTensor[],
  optional: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const reader = await openSafetensors(file);
  try {
    const shapes = new Map(reader.tensors.map(({ name, shape }) => [name, shape.join(" x ")]));
    const left: string[] = [];
    for (const { name, shape, values } of tensors) {
      const wanted = shape.join(" x ");
      if (shapes.get(name) === wanted) await readFinite(file, name, values, reader.read);
      else if (optional.has(name)) left.push(name);
      else throw mismatch(file, name, wanted, shapes.get(name));
    }
    return left;
  } finally {
    await reader.close();
  }
}

async function readFinite(
  file: string,
  name: string,
  values: Float32Array,
  read: (name: string, into: Float32Array) => Promise<void>,
): Promise<void> {
  await read(name, values);
  const place = values.findIndex((value) => !Number.isFinite(value));
  if (place < 0) return;
  throw unfit(file, `tensor ${name} has a number that is not finite`, values[place]!, "finite numbers");
}

function mismatch(file: string, name: string, wanted: string, got: string | undefined): DpError {
  const problem =
    got === undefined ? `there is no tensor ${name}` : `tensor ${name} is ${got}, not ${wanted}`;
  return unfit(file, problem, got ?? name, `the tensors of this model, of which ${name} is ${wanted}`);
}

function unfit(file: string, problem: string, value: unknown, allowed: string): DpError {
  return new DpError("DATA_UNREADABLE", `${file}: ${problem}; give a file with ${allowed}`, {
    parameter: file,
    value,
    allowed,
  });
}
