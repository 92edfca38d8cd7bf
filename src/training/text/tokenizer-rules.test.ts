import { describe, expect, it } from "vitest";
import vectors from "../../../test/vectors/tokenizers/encoded.json" with { type: "json" };
import { readTokenizer } from "./read-tokenizer.js";

describe("readTokenizer follows the Rust library that defines tokenizer.json", () => {
  it.each(vectors.cases)("$what", async ({ file, encoded }) => {
    const tokenizer = await readTokenizer({ tokenizer: JSON.stringify(file) });
    for (const { text, ids, decoded } of encoded) {
      expect([text, ...tokenizer.encode(text)]).toEqual([text, ...ids]);
      expect([text, tokenizer.decode(ids)]).toEqual([text, decoded]);
    }
  });
});
