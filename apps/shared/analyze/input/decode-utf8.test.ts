import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeUtf8 } from "./decode-utf8.js";

async function* cut(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

/** The text of the bytes, handed over in chunks of that length, or the fault. */
async function read(bytes: Uint8Array, length: number): Promise<string> {
  let text = "";
  try {
    for await (const part of decodeUtf8(cut(bytes, length))) text += part;
  } catch (error) {
    return (error as Error).message;
  }
  return text;
}

describe("decodeUtf8", () => {
  it("gives any text back, without its byte order mark and with plain line ends, wherever its bytes are cut", async () => {
    const lines = fc.array(fc.string({ unit: "grapheme" })).map((words) => `\ufeff${words.join("\r\n")}`);
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 9 }), async (text, length) => {
        const expected = text.slice(1).replace(/\r{0,2}\n|\r/g, "\n");
        expect(await read(new TextEncoder().encode(text), length)).toBe(expected);
      }),
    );
  });

  it.each(["\n", "\r", "\r\n", "\r\r\n"])(
    "names the line of the first byte that is none, for lines that end in %j",
    async (end) => {
      const lines = ["\u00e9", "", "b", "Z\u00fcrich"].join(end);
      const good = new TextEncoder().encode(lines.slice(0, -5));
      const bytes = Uint8Array.of(...good, 0xfc, 0x72);
      for (let length = 1; length <= bytes.length; length++) {
        expect(await read(bytes, length)).toMatch(/^line 4: the text is not UTF-8/);
      }
    },
  );

  it("takes a line end that a program made of a line end for one, wherever it is cut", async () => {
    const bytes = new TextEncoder().encode("a\r\r\nb\r\r\n\r\r\nc\r\rd\r\r\r\n");
    for (let length = 1; length <= bytes.length; length++) {
      expect(await read(bytes, length)).toBe("a\nb\n\nc\n\nd\n\n");
    }
  });

  it("refuses a character that the end cuts off, and UTF-16", async () => {
    expect(await read(Uint8Array.of(0x61, 0x0a, 0xc3), 2)).toMatch(/^line 2/);
    expect(await read(Uint8Array.of(0xff, 0xfe, 0x61, 0x00), 4)).toMatch(/^line 1/);
    expect(await read(Uint8Array.of(0xfe, 0xff, 0x00, 0x61), 4)).toMatch(/^line 1/);
  });
});
