/** Cuts texts into tokens: ids below `vocabulary`. A model's embedding has a row for each. */
export interface Tokenizer {
  /** What it is, for messages. */
  readonly name: string;
  /** How many ids there are. */
  readonly vocabulary: number;
  /** Ids of the tokens that are no text, where there are such. */
  readonly special: SpecialTokens;
  /** What stands around one text, and around two. */
  readonly layouts: { readonly single: Layout; readonly pair: Layout };
  /**
   * The ids of a text, without any around it.
   *
   * @throws DpError BAD_INPUT the text is no string, or holds what has no id
   */
  encode(text: string): Uint32Array;
  /**
   * The text of ids; special tokens are left out.
   *
   * @throws DpError OUT_OF_RANGE an id is not below `vocabulary`; BAD_INPUT the ids are no array
   */
  decode(ids: ArrayLike<number>): string;
}

/** Ids of the tokens that are no text. */
export interface SpecialTokens {
  /** Fills up short examples; no model reads it. */
  readonly pad?: number;
  /** Stands before a text that is classified. */
  readonly cls?: number;
  /** Stands after each text. */
  readonly sep?: number;
  /** Ends a document. */
  readonly eos?: number;
  /** Stands for what has no id. */
  readonly unknown?: number;
}

/** Ids in their order, and the places of the first and the second text among them. */
export type Layout = readonly (number | "first" | "second")[];
