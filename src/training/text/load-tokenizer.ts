import { checkDirectory } from "../data/_internal/check-directory.js";
import { joinPath, nodeFiles } from "../data/_internal/node-files.js";
import { readText } from "./_internal/read-text.js";
import { readTokenizer } from "./read-tokenizer.js";
import type { Tokenizer } from "./tokenizer.js";

/**
 * Loads `tokenizer.json`, and `tokenizer_config.json` if there is one, from a folder: see
 * {@link readTokenizer}.
 *
 * @throws DpError DATA_UNREADABLE the file is missing, not UTF-8 or no tokenizer; UNSUPPORTED in a web page;
 *   BAD_INPUT the directory is no path
 */
export async function loadTokenizer(options: { readonly directory: string }): Promise<Tokenizer> {
  const directory = checkDirectory("loadTokenizer", options);
  const [name, settings] = ["tokenizer.json", "tokenizer_config.json"].map((file) =>
    joinPath(directory, file),
  );
  const tokenizer = await readText(name!, "a tokenizer");
  const config = nodeFiles().existsSync(settings!) ? await readText(settings!, "a configuration") : "{}";
  return readTokenizer({ tokenizer, config, name: name! });
}
