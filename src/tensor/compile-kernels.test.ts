import { afterEach, expect, it, vi } from "vitest";
import { WebAssembly } from "./_internal/web-assembly.js";
import { compileKernels } from "./compile-kernels.js";

afterEach(() => void vi.restoreAllMocks());

it("says so where WebAssembly has no SIMD", async () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  await expect(compileKernels()).rejects.toMatchObject({
    code: "UNSUPPORTED",
    message:
      "kernels: the platform must have WebAssembly with SIMD, got WebAssembly without SIMD; use Node 20.19 or a browser of 2023 or later, with WebAssembly switched on",
    details: { parameter: "WebAssembly", value: "WebAssembly without SIMD" },
  });
});

it("says which file cannot be loaded, and why", async () => {
  const { compile } = WebAssembly;
  vi.spyOn(WebAssembly, "compile")
    .mockImplementationOnce((probe) => compile(probe)) // the platform compiles, the file is foreign
    .mockRejectedValue(new Error("unexpected section"));
  await expect(compileKernels()).rejects.toMatchObject({
    code: "DATA_UNREADABLE",
    message: expect.stringMatching(
      /cannot load file:.*kernels\.wasm \(unexpected section\); run `npm run build`/,
    ),
  });
});
