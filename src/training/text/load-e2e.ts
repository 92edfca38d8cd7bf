import { checkDirectory } from "../data/_internal/check-directory.js";
import { joinPath, nodeFiles } from "../data/_internal/node-files.js";
import { unreadable } from "../data/_internal/unreadable.js";
import { readText } from "./_internal/read-text.js";

/** What a text is to say, e.g. `name[The Eagle], food[French]`, and one text that says it. */
export interface MeaningAndText {
  readonly meaning: string;
  readonly text: string;
}

/** Meanings and texts as their publisher split them. */
export interface MeaningDataset {
  readonly train: readonly MeaningAndText[];
  readonly test: readonly MeaningAndText[];
  /** Where the texts came from, for reports. */
  readonly source: string;
}

const COLUMNS = ["mr", "ref"];

/**
 * Loads meanings and the texts that say them, in the layout of the E2E challenge: `trainset.csv` and
 * `testset_w_refs.csv`, or in its absence `devset.csv`, with the columns `mr` and `ref`.
 *
 * Several rows may have one meaning: they are its references. One row is one example.
 *
 * @param options.directory holds the files
 * @returns both splits; {@link meaningPrompt} begins what a language model is to continue
 * @throws DpError DATA_UNREADABLE a file is missing, not UTF-8 or not such a table, or a cell is empty;
 *   UNSUPPORTED in a web page; BAD_INPUT the directory is no path
 * @see Novikova, Dušek and Rieser, "The E2E Dataset: New Challenges For End-to-End Generation", SIGDIAL 2017
 */
export async function loadE2e(options: { readonly directory: string }): Promise<MeaningDataset> {
  const directory = checkDirectory("loadE2e", options);
  const [train, test, dev] = ["trainset.csv", "testset_w_refs.csv", "devset.csv"].map((name) =>
    joinPath(directory, name),
  ) as [string, string, string];
  const tested = nodeFiles().existsSync(test) || !nodeFiles().existsSync(dev) ? test : dev;
  return { train: await loadRows(train), test: await loadRows(tested), source: directory };
}

async function loadRows(file: string): Promise<MeaningAndText[]> {
  const { default: Papa } = await import("papaparse");
  const text = await readText(file, "a table of comma-separated columns mr and ref");
  const { data, errors } = Papa.parse<string[]>(text.replace(/(\r?\n)+$/, ""), { delimiter: "," });
  const [error] = errors;
  if (error !== undefined) throw unreadable(`${file}: row ${(error.row ?? 0) + 1}`, error.message, "a table");
  const [header, ...rows] = data;
  if (header?.map((name) => name.trim()).join() !== COLUMNS.join()) {
    throw unreadable(file, `its columns are ${JSON.stringify(header)}`, "mr and ref");
  }
  if (rows.length === 0) throw unreadable(file, "has no rows", "at least one row below the columns' names");
  return rows.map(([meaning, ref, ...others], i) => {
    const isRead = others.length === 0 && meaning?.trim() && ref?.trim();
    if (isRead) return { meaning: meaning!, text: ref! };
    throw unreadable(`${file}: row ${i + 2}`, "has an empty cell or other columns", "a meaning and a text");
  });
}
