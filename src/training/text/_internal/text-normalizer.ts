import { charsmapNormalizer } from "./charsmap.js";
import type { PatternReader } from "./token-pattern.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";

/** What happens to a text before it is cut. */
export type TextNormalizer = (text: string) => string;

interface Readers {
  readonly reader: PartReader;
  readonly patternOf: PatternReader;
}

const KIND = "normalizer";

const READERS: Readonly<Record<string, (part: TokenizerPart, readers: Readers) => TextNormalizer>> = {
  BertNormalizer: bertNormalizer,
  Lowercase: () => lowercase,
  NFC: () => (text) => text.normalize("NFC"),
  NFD: () => (text) => text.normalize("NFD"),
  NFKC: () => (text) => text.normalize("NFKC"),
  NFKD: () => (text) => text.normalize("NFKD"),
  StripAccents: () => (text) => text.replace(/\p{M}/gu, ""),
  Strip: ({ strip_left: left = true, strip_right: right = true }) => {
    const start = left ? /^\p{White_Space}+/u : /(?!)/u;
    return (text) => trimEnd(text.replace(start, ""), right === true);
  },
  Prepend: ({ prepend }, { reader }) => {
    const start = reader.text(KIND, "prepend", prepend);
    return (text) => (text === "" ? "" : start + text);
  },
  Replace: (part, { reader, patternOf }) => {
    const pattern = patternOf(KIND, part);
    const content = reader.text(KIND, "content", part.content);
    return (text) => text.replace(pattern, () => content);
  },
  Precompiled: ({ precompiled_charsmap: charsmap }, { reader }) => precompiled(charsmap, reader),
  Sequence: ({ normalizers }, readers) => {
    const all = readers.reader.parts(KIND, normalizers).map((part) => normalizerOf(part, readers));
    return (text) => all.reduce((made, normalize) => normalize(made), text);
  },
};

/** The normalizer of a `tokenizer.json`, by the rules of the Rust library that defines the format. */
export function normalizerOf(given: unknown, readers: Readers): TextNormalizer {
  const part = readers.reader.part(KIND, given);
  if (part === undefined) return (text) => text;
  const read = Object.entries(READERS).find(([type]) => type === part.type)?.[1];
  return read?.(part, readers) ?? readers.reader.refuseType(KIND, part.type, Object.keys(READERS));
}

function precompiled(charsmap: unknown, reader: PartReader): TextNormalizer {
  if (charsmap === undefined || charsmap === null || charsmap === "") return (text) => text;
  try {
    return charsmapNormalizer(Uint8Array.from(atob(charsmap as string), (each) => each.charCodeAt(0)));
  } catch (cause) {
    return reader.refuse("its normalizer has no charsmap", "SentencePiece's in base64", cause);
  }
}

/** Character by character: a sigma at the end of a word becomes the same as within it. */
function lowercase(text: string): string {
  return Array.from(text, (each) => each.toLowerCase()).join("");
}

/** From the end backwards: an expression would try each run of white space within. */
function trimEnd(text: string, isTrimmed: boolean): string {
  let end = text.length;
  while (isTrimmed && end > 0 && /\p{White_Space}/u.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

function bertNormalizer(part: TokenizerPart): TextNormalizer {
  const { clean_text: cleans = true, handle_chinese_chars: parts = true, lowercase: lowers = true } = part;
  const { strip_accents: strips } = part;
  const steps: (TextNormalizer | false)[] = [
    cleans === true && cleanText,
    parts === true && ((text) => text.replace(IDEOGRAPHS, " $& ")),
    (strips ?? lowers) === true && ((text) => text.normalize("NFD").replace(/\p{Mn}/gu, "")),
    lowers === true && lowercase,
  ];
  const used = steps.filter((step) => step !== false);
  return (text) => used.reduce((made, step) => step(made), text);
}

/** BERT's, whose block E begins with U+2B920. */
const IDEOGRAPHS =
  /[\u4e00-\u9fff\u3400-\u4dbf\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;

function cleanText(text: string): string {
  return text
    .replace(/\ufffd|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, "")
    .replace(/\p{White_Space}/gu, " ");
}
