import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellCommand } from "./shell-command.js";

describe("shellCommand", () => {
  it("leaves plain words plain", () => {
    expect(shellCommand(["croupier", "--delta", "1e-5", "./a_b/c.json"])).toBe(
      "croupier --delta 1e-5 ./a_b/c.json",
    );
  });

  it("is read by a shell as the words that went in", { tags: ["slow", "long"] }, () => {
    const word = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", ""));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const script = shellCommand(["printf", "%s\\0", ...words]);
        const printed = execFileSync("sh", ["-c", script]);
        expect(printed).toEqual(Buffer.from(words.map((each) => `${each}\0`).join("")));
      }),
      { numRuns: 40 },
    );
  });
});
