import type { Layout, Tokenizer } from "../tokenizer.js";
import type { PartReader, TokenizerPart } from "./tokenizer-part.js";

const KIND = "post-processor";

type Layouts = Tokenizer["layouts"];
type Read = (part: TokenizerPart, reader: PartReader) => Layouts | undefined;

/** Undefined for one that adds nothing. */
const READERS: Readonly<Record<string, Read>> = {
  BertProcessing: (part, reader) => {
    const cls = idOf("cls", part.cls, reader);
    const sep = idOf("sep", part.sep, reader);
    return { single: [cls, "first", sep], pair: [cls, "first", sep, "second", sep] };
  },
  ByteLevel: () => undefined,
  RobertaProcessing: (part, reader) => {
    const cls = idOf("cls", part.cls, reader);
    const sep = idOf("sep", part.sep, reader);
    return { single: [cls, "first", sep], pair: [cls, "first", sep, sep, "second", sep] };
  },
  Sequence: ({ processors }, reader) => {
    const all = reader.parts(KIND, processors).flatMap((part) => readLayouts(part, reader) ?? []);
    return all.length < 2 ? all[0] : reader.refuse(`its ${KIND} adds tokens twice`, "at most one that does");
  },
  TemplateProcessing: (part, reader) => ({
    single: templateOf("single", part, reader),
    pair: templateOf("pair", part, reader),
  }),
};

/**
 * Where a tokenizer puts its own tokens, from its post-processor. One that has nothing to put between two
 * texts, as GPT-2's, gets the end of a text there.
 */
export function layoutsOf(given: unknown, eos: number | undefined, reader: PartReader): Layouts {
  const single: Layout = ["first"];
  const end = eos === undefined ? [] : [eos];
  const read = readLayouts(given, reader) ?? { single, pair: ["first", "second"] };
  const { length } = read.single;
  const joined = read.single.flatMap((part) =>
    part === "first" ? [part, ...end, "second" as const] : [part],
  );
  const isJoined = length === 1 && read.pair.length === 2;
  return Object.freeze({
    single: Object.freeze(read.single),
    pair: Object.freeze(isJoined ? joined : read.pair),
  });
}

function readLayouts(given: unknown, reader: PartReader): Layouts | undefined {
  const part = reader.part(KIND, given);
  if (part === undefined) return undefined;
  const read = Object.entries(READERS).find(([type]) => type === part.type)?.[1];
  return read === undefined ? reader.refuseType(KIND, part.type, Object.keys(READERS)) : read(part, reader);
}

function idOf(field: string, given: unknown, reader: PartReader): number {
  const id: unknown = Array.isArray(given) ? given[1] : undefined;
  return isId(id)
    ? id
    : reader.refuse(`its ${KIND} has the ${field} ${JSON.stringify(given)}`, "a token and its id");
}

function templateOf(field: "single" | "pair", part: TokenizerPart, reader: PartReader): Layout {
  const places: readonly (readonly [string, "first" | "second"])[] = [
    ["A", "first"],
    ["B", "second"],
  ];
  const layout = reader.parts(`${KIND}'s ${field}`, part[field]).flatMap((given): Layout => {
    const { SpecialToken, Sequence } = reader.part(`${KIND}'s ${field}`, given) ?? {};
    const [token, text] = [SpecialToken, Sequence].map((each) => reader.part(`${KIND}'s ${field}`, each));
    const place = places.find(([id]) => id === text?.id)?.[1];
    return place === undefined ? idsOf(token?.id, part, reader) : [place];
  });
  const texts = layout.filter((each) => typeof each === "string").join(" ");
  if (texts === (field === "single" ? "first" : "first second")) return layout;
  return reader.refuse(`its ${KIND}'s ${field} has ${texts || "no text"}`, "each text once, in order");
}

/** The ids that a template's token stands for. */
function idsOf(name: unknown, { special_tokens: tokens }: TokenizerPart, reader: PartReader): number[] {
  const ids = (tokens as Record<string, { ids?: unknown } | undefined> | undefined)?.[name as string]?.ids;
  if (Array.isArray(ids) && ids.every(isId)) return ids;
  return reader.refuse(
    `its ${KIND} has the token ${JSON.stringify(name)} without ids`,
    "one of its special_tokens",
  );
}

function isId(id: unknown): id is number {
  return Number.isSafeInteger(id) && (id as number) >= 0;
}
