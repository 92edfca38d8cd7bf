import { DpError } from "../errors.js";
import { type WasmModule, WebAssembly } from "./_internal/web-assembly.js";
import { nodeBuiltin } from "./node-builtin.js";

/** A module with one function that needs SIMD: `i32.const 0`, `i8x16.splat`, `drop`. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic number, version
  ...[1, 4, 1, 0x60, 0, 0], // types: () => ()
  ...[3, 2, 1, 0], // functions: one, of type 0
  ...[10, 9, 1, 7, 0, 0x41, 0, 0xfd, 0x0f, 0x1a, 0x0b], // code
);

/**
 * Compiles `kernels.wasm`, once for all workers.
 *
 * @throws DpError UNSUPPORTED the platform has no WebAssembly SIMD, or the page's policy forbids to compile;
 *   DATA_UNREADABLE the file is missing or foreign
 */
export async function compileKernels(): Promise<WasmModule> {
  checkSimd();
  await checkCompiles();
  const url = new URL("./kernels.wasm", import.meta.url);
  try {
    return await WebAssembly.compile(await readBytes(url));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const advice =
      "run `npm run build`; on a web server put kernels.wasm beside the script, and let the page's Content-Security-Policy allow connect-src 'self'";
    throw new DpError(
      "DATA_UNREADABLE",
      `kernels: cannot load ${url.href} (${reason}); ${advice}`,
      { parameter: "kernels.wasm", value: url.href, allowed: "the built WebAssembly file" },
      cause,
    );
  }
}

function checkSimd(): void {
  if (WebAssembly?.validate(SIMD_PROBE)) return;
  const value = WebAssembly === undefined ? "no WebAssembly" : "WebAssembly without SIMD";
  const allowed = "WebAssembly with SIMD";
  const advice = "use Node 20.19 or a browser of 2023 or later, with WebAssembly switched on";
  throw new DpError("UNSUPPORTED", `kernels: the platform must have ${allowed}, got ${value}; ${advice}`, {
    parameter: "WebAssembly",
    value,
    allowed,
  });
}

/** What is valid and still does not compile is forbidden. */
async function checkCompiles(): Promise<void> {
  try {
    await WebAssembly.compile(SIMD_PROBE);
  } catch (cause) {
    const allowed = "script-src 'self' 'wasm-unsafe-eval'";
    throw new DpError(
      "UNSUPPORTED",
      `kernels: this page may not compile WebAssembly; let its Content-Security-Policy allow ${allowed}`,
      { parameter: "Content-Security-Policy", value: "script-src without 'wasm-unsafe-eval'", allowed },
      cause,
    );
  }
}

async function readBytes(url: URL): Promise<Uint8Array> {
  const files = nodeBuiltin<typeof import("node:fs/promises")>("node:fs/promises");
  if (files !== undefined && url.protocol === "file:") return files.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
