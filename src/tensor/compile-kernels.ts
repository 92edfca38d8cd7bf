import { DpError } from "../errors.js";
import { type WasmModule, WebAssembly } from "./_internal/web-assembly.js";
import { distFile } from "./dist-file.js";

/** Compiles `kernels.wasm`, once for all workers. */
export async function compileKernels(): Promise<WasmModule> {
  const url = distFile("kernels.wasm");
  try {
    return await WebAssembly.compile(await readBytes(url));
  } catch (cause) {
    const advice = "run `npm run build` and check that the machine has WebAssembly SIMD";
    throw new DpError("DATA_UNREADABLE", `kernels: cannot load ${url.href}; ${advice}`, {}, cause);
  }
}

async function readBytes(url: URL): Promise<Uint8Array> {
  if (url.protocol !== "file:") return new Uint8Array(await (await fetch(url)).arrayBuffer());
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}
