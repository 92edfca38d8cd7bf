import { expect, test } from "vitest";
import { guarantees } from "../../../../src/accounting/index.js";
import { withMethodProgress } from "./with-method-progress.js";

const ROUND = { kind: "gaussian", noiseMultiplier: 2 } as const;
const QUERY = { adjacency: "replace-one", delta: 1e-5, quick: true } as const;

function written(isTTY: boolean, ask: Parameters<typeof withMethodProgress>[0]): string {
  let text = "";
  const write = (piece: string | Uint8Array): boolean => {
    text += piece;
    return true;
  };
  try {
    withMethodProgress(ask, { isTTY, write });
  } catch {}
  return text;
}

test("a terminal sees each method's name, and in the end none", () => {
  const text = written(true, (onMethod) => guarantees(ROUND, { ...QUERY, onMethod }));
  expect(text).toContain("\u001b[Kasking unshuffled ...\r\u001b[Kasking ");
  expect(text.endsWith("\r\u001b[K")).toBe(true);
});

test("the line is cleared when the question fails", () => {
  const text = written(true, () => {
    throw new Error("no");
  });
  expect(text).toBe("\r\u001b[K");
});

test("a pipe sees nothing", () => {
  expect(written(false, (onMethod) => guarantees(ROUND, { ...QUERY, onMethod }))).toBe("");
});
