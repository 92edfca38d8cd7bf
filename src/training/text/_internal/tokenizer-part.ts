import { unreadable } from "../../data/_internal/unreadable.js";

/** A part of `tokenizer.json`, e.g. its normalizer: an object whose fields depend on its type. */
export type TokenizerPart = Readonly<Record<string, unknown>>;

/** What of a tokenizer's parts is known here, and how one is refused. */
export class PartReader {
  /** What the file is called in messages. */
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  /** A part, or undefined where the file has none of that kind. */
  part(kind: string, given: unknown): TokenizerPart | undefined {
    if (given === undefined || given === null) return undefined;
    if (typeof given === "object" && !Array.isArray(given)) return given as TokenizerPart;
    return this.refuse(`its ${kind} is none`, "an object");
  }

  /** The parts of one that is a sequence of them. */
  parts(kind: string, given: unknown): readonly unknown[] {
    return Array.isArray(given) ? given : this.refuse(`its ${kind} has no parts`, "an array of them");
  }

  text(kind: string, field: string, given: unknown, otherwise?: string): string {
    if (typeof given === "string") return given;
    if ((given === undefined || given === null) && otherwise !== undefined) return otherwise;
    return this.refuse(`its ${kind} has the ${field} ${JSON.stringify(given)}`, "a text");
  }

  refuse(problem: string, expected: string, cause?: unknown): never {
    throw unreadable(this.#name, problem, expected, cause);
  }

  /** For a type that is not known, or whose rules are not followed here. */
  refuseType(kind: string, type: unknown, known: readonly string[]): never {
    return this.refuse(`its ${kind} is of type ${JSON.stringify(type)}`, known.join(", "));
  }
}
