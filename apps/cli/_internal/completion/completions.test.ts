import { describe, expect, it } from "vitest";
import { ACCOUNTING_METHODS } from "../../../../src/privacy/index.js";
import { PRESETS } from "../../../../src/training/config/presets.js";
import { croupierProgram } from "../../croupier-program.js";
import { completions } from "./completions.js";

function offered(...words: string[]): string[] | "files" {
  const found = completions(croupierProgram(), words);
  return "files" in found ? "files" : found.words.map(({ word }) => word);
}

describe("completions", () => {
  it("offers the commands, and no hidden one", () => {
    expect(offered("")).toEqual(
      expect.arrayContaining([
        "train",
        "account",
        "calibrate",
        "delta",
        "rdp",
        "analyze",
        "audit",
        "completion",
        "help",
      ]),
    );
    expect(offered("comp")).toEqual(["completion"]);
    expect(offered("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(offered("help", "tr")).toEqual(["train"]);
  });

  it.each([
    [["train", "--preset", ""], Object.keys(PRESETS)],
    [["account", "--method", ""], [...ACCOUNTING_METHODS]],
    [["account", "gaussian", "--adjacency", "z"], ["zero-out"]],
    [
      ["train", "--optimizer", ""],
      ["sgd", "adam"],
    ],
    [["account", "check-in-l"], ["check-in-local"]],
    [["train", "--no"], ["--noise-to-clip"]],
    [["train", "--json", "--js"], []],
    [["account", "--delta", ""], []],
    [["train", "--rounds", "-"], []],
    [["train", "--"], expect.arrayContaining(["--preset", "--rounds", "--help"])],
    [["train", ""], expect.arrayContaining(["--preset", "--rounds"])],
    [["train", "--preset", "train", "--pres"], []],
  ])("%j: %j", (words, expected) => expect(offered(...words)).toEqual(expected));

  it.each([
    [["account", "--event", ""]],
    [["train", "--config", "x"]],
    [["train", "--data", ""]],
    [["train", "--resume", ""]],
    [["analyze", ""]],
    [["analyze", "--column", "a", "su"]],
  ])("%j: files", (words) => expect(offered(...words)).toBe("files"));

  it("hides the flags of earlier versions", () => {
    expect(offered("train", "--sa")).not.toContain("--sample-rate");
  });

  it("has something to say about every flag", () => {
    for (const { name } of [{ name: "train" }, { name: "account" }, { name: "analyze" }, { name: "audit" }]) {
      const found = completions(croupierProgram(), [name, "--"]);
      for (const { about, word } of "words" in found ? found.words : []) expect(about, word).not.toBe("");
    }
  });
});
