/** A model of the library: it cuts texts into tokens. */
export interface LibraryModel {
  (texts: string[]): string[];
  readonly tokens_to_ids: ReadonlyMap<string, number>;
  readonly unk_token?: string | null;
}

type Part = Readonly<Record<string, unknown>>;

/**
 * The parts of `@huggingface/tokenizers` that are used; its declarations do not name them to all compilers.
 */
export interface TokenizerLibrary {
  readonly BPE: new (model: Part) => LibraryModel;
  readonly Unigram: new (model: Part, eos: string) => LibraryModel;
  readonly WordPiece: new (model: Part) => LibraryModel;
  readonly SplitPreTokenizer: new (part: Part) => { readonly pattern: RegExp };
}

/** The library is loaded with the first tokenizer that needs it. */
export async function tokenizerLibrary(): Promise<TokenizerLibrary> {
  const { BPE, Unigram, WordPiece, SplitPreTokenizer } = (await import(
    "@huggingface/tokenizers"
  )) as unknown as TokenizerLibrary;
  return { BPE, Unigram, WordPiece, SplitPreTokenizer };
}
