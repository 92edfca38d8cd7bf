import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DpError } from "../../../../src/errors.js";
import { readTokenizer } from "../../../../src/training/text/read-tokenizer.js";
import type { Tokenizer } from "../../../../src/training/text/tokenizer.js";

/** The files of a tokenizer, as public models have them and run folders keep them. */
export const TOKENIZER_FILE = "tokenizer.json";
const SETTINGS_FILE = "tokenizer_config.json";

/** No public one has a tenth of it. */
const MAX_BYTES = 2 ** 28;

/** A tokenizer, and the files that it came from. */
export interface OpenedTokenizer {
  readonly tokenizer: Tokenizer;
  /** Name and content of each. */
  readonly files: readonly (readonly [name: string, content: string])[];
}

/**
 * Opens the tokenizer of a folder, or of its `tokenizer.json` itself.
 *
 * @param flag where the path was given, for messages
 */
export async function openTokenizer(flag: string, path: string): Promise<OpenedTokenizer> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const [folder, name] = isFolder ? [path, TOKENIZER_FILE] : [dirname(path), basename(path)];
  const content = readFile(flag, join(folder, name));
  const settings = join(folder, SETTINGS_FILE);
  const config = existsSync(settings) ? readFile(flag, settings) : undefined;
  const tokenizer = await readTokenizer({
    tokenizer: content,
    ...(config === undefined ? {} : { config }),
    name: `${flag} ${join(folder, name)}`,
  });
  const files = [
    [TOKENIZER_FILE, content] as const,
    ...(config === undefined ? [] : [[SETTINGS_FILE, config] as const]),
  ];
  return { tokenizer, files };
}

function readFile(flag: string, path: string): string {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new Error("it is no file");
    if (found.size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES / 2 ** 20} MiB`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (cause) {
    const message = `${flag} ${path} cannot be read: ${(cause as Error).message}`;
    const allowed = "a folder with tokenizer.json, or that file";
    throw new DpError("DATA_UNREADABLE", message, { parameter: flag, value: path, allowed }, cause);
  }
}
