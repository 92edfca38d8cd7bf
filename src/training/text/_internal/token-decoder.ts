import { bytesOfLetters } from "./byte-letters.js";
import type { PatternReader } from "./token-pattern.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";

/** What becomes of tokens on the way back to a text: one after the other they make it up. */
export type TokenDecoder = (tokens: readonly string[]) => readonly string[];

interface Readers {
  readonly reader: PartReader;
  readonly patternOf: PatternReader;
}

const KIND = "decoder";

const READERS: Readonly<Record<string, (part: TokenizerPart, readers: Readers) => TokenDecoder>> = {
  BPEDecoder: ({ suffix }, { reader }) => {
    const end = reader.text(KIND, "suffix", suffix, "</w>");
    return (tokens) => tokens.map((token, i) => token.replaceAll(end, i === tokens.length - 1 ? "" : " "));
  },
  ByteFallback: () => byteFallback,
  ByteLevel: () => (tokens) => {
    const bytes = tokens.flatMap((token) => [...bytesOfLetters(token)]);
    return [new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes))];
  },
  Fuse: () => (tokens) => [tokens.join("")],
  Metaspace: (part, { reader }) => {
    const sign = reader.text(KIND, "replacement", part.replacement, "▁");
    const scheme = part.prepend_scheme ?? (part.add_prefix_space === false ? "never" : "always");
    const begin = scheme === "never" ? " " : "";
    return (tokens) => tokens.map((token, i) => token.replaceAll(sign, i === 0 ? begin : " "));
  },
  Replace: (part, { reader, patternOf }) => {
    const pattern = patternOf(KIND, part);
    const content = reader.text(KIND, "content", part.content);
    return (tokens) => tokens.map((token) => token.replace(pattern, () => content));
  },
  Sequence: ({ decoders }, readers) => {
    const all = readers.reader.parts(KIND, decoders).map((part) => decoderOf(part, readers));
    return (tokens) => all.reduce((made, decode) => decode(made), tokens);
  },
  Strip: (part, { reader }) => {
    const content = reader.text(KIND, "content", part.content);
    return (tokens) => tokens.map((token) => strip(token, content, part));
  },
  WordPiece: (part, { reader }) => {
    const prefix = reader.text(KIND, "prefix", part.prefix, "##");
    const clean = part.cleanup === false ? (text: string) => text : cleanUp;
    return (tokens) => tokens.map((token, i) => clean(i === 0 ? token : joinPiece(token, prefix)));
  },
};

/** The decoder of a `tokenizer.json`, by the rules of the Rust library that defines the format. */
export function decoderOf(given: unknown, readers: Readers): TokenDecoder {
  const part = readers.reader.part(KIND, given);
  if (part === undefined) return (tokens) => [tokens.join(" ")];
  const read = Object.entries(READERS).find(([type]) => type === part.type)?.[1];
  return read?.(part, readers) ?? readers.reader.refuseType(KIND, part.type, Object.keys(READERS));
}

/** Takes out the spaces that English has not, before marks and short forms. */
export function cleanUp(text: string): string {
  return text
    .replace(/ ([.?!,])/g, "$1")
    .replace(/ ' /g, "'")
    .replace(/ (n't|'m|'s|'ve|'re)/g, "$1");
}

function joinPiece(token: string, prefix: string): string {
  return token.startsWith(prefix) ? token.slice(prefix.length) : ` ${token}`;
}

function strip(token: string, content: string, { start = 0, stop = 0 }: TokenizerPart): string {
  const letters = Array.from(token);
  let first = 0;
  let end = letters.length;
  while (first < Math.min(start as number, end) && letters[first] === content) first += 1;
  while (end > first && letters.length - end < (stop as number) && letters[end - 1] === content) end -= 1;
  return letters.slice(first, end).join("");
}

/** Tokens that name bytes become what those in a row spell, or a sign for each where they spell nothing. */
function byteFallback(tokens: readonly string[]): readonly string[] {
  const made: string[] = [];
  const bytes: number[] = [];
  for (const token of [...tokens, undefined]) {
    const byte = /^<0x([0-9A-Fa-f]{2})>$/.exec(token ?? "")?.[1];
    if (byte !== undefined) bytes.push(Number.parseInt(byte, 16));
    else made.push(...spelled(bytes.splice(0)), ...(token === undefined ? [] : [token]));
  }
  return made;
}

function spelled(bytes: readonly number[]): string[] {
  if (bytes.length === 0) return [];
  try {
    return [new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))];
  } catch {
    return bytes.map(() => "\ufffd");
  }
}
