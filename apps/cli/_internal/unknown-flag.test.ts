import { describe, expect, it } from "vitest";
import { runBuilt } from "../../../test/e2e/_internal/run-built.js";

describe("an unknown flag", () => {
  it.each([
    [["calibrate", "--epsilon", "2"], "unknown option '--epsilon'; did you mean --target-epsilon?"],
    [
      ["calibrate", "gaussian", "--epsilon=2"],
      "unknown option '--epsilon=2'; did you mean --target-epsilon?",
    ],
    [["delta", "gaussian", "--noise", "2"], "did you mean --noise-to-clip or --noise-multiplier?"],
    [["delta", "gaussian", "--eps", "2"], "did you mean --epsilon?"],
    [["account", "--noise-clip", "2"], "did you mean --noise-to-clip?"],
    [["account", "--detla", "2"], "did you mean --delta?"],
    [["account", "--hlep"], "did you mean --help?"],
    [["rdp", "--epsilon", "2"], "did you mean --local-epsilon?"],
    [["design", "--epsilon", "2"], "did you mean --target-epsilon?"],
    [["train", "--epsilon", "2"], "did you mean --target-epsilon or --stop-at-epsilon or --local-epsilon?"],
    [["audit", "--epsilon", "2"], "unknown option '--epsilon'; see croupier audit --help"],
    [["account", "-x"], "unknown option '-x'; see croupier account --help"],
    [["--frobnicate"], "unknown option '--frobnicate'; see croupier --help"],
    [["--epsilon"], "unknown option '--epsilon'; see croupier --help"],
    [["--verson"], "did you mean --version?"],
  ])("%j", async (args, words) => {
    const { status, stdout, stderr } = await runBuilt(args);
    expect(stderr).toMatch(/^croupier: [^\n]+\n$/);
    expect(stderr).toContain(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it("beside --help is passed over", async () => {
    const { status, stdout } = await runBuilt(["account", "--frobnicate", "--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("croupier account");
  });
});
