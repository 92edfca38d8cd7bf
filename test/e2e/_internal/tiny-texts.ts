import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const WORDS = ["tea", "ship", "letter", "winter", "road", "song"];
const line = (i: number): string => `${WORDS[i % 6]} ${WORDS[(i * i + 1) % 6]} ${i % 7}`;
const table = (header: string, rows: number, row: (i: number) => string): string =>
  `${[header, ...Array.from({ length: rows }, (_, i) => row(i))].join("\n")}\n`;

/**
 * Writes texts of every task, a folder for each: `mails`, `cola-data`, `mnli-data` and `e2e-data`, and
 * `letters.txt`.
 */
export function writeTinyTexts(root: string): void {
  const write = (name: string, text: string): void => {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const mails = (rows: number) =>
    table(
      "sentence\tlabel",
      rows,
      (i) => `${i % 3 === 0 ? "WIN $$$ " : ""}${line(i)}\t${Number(i % 3 === 0)}`,
    );
  write("mails/train.tsv", mails(90));
  write("mails/dev.tsv", mails(12));
  const cola = (rows: number) =>
    table("x\t1\t\tfirst", rows, (i) => `gj04\t${i % 2}\t${i % 2 ? "" : "*"}\t${line(i)}`);
  write("cola-data/train.tsv", cola(40));
  write("cola-data/dev.tsv", cola(10));
  const header = "sentence1\tsentence2\tgold_label";
  const kinds = ["entailment", "neutral", "contradiction"];
  const mnli = (rows: number) => table(header, rows, (i) => `${line(i)}\t${line(i + 1)}\t${kinds[i % 3]}`);
  write("mnli-data/train.tsv", mnli(40));
  write("mnli-data/dev_matched.tsv", mnli(9));
  write("letters.txt", table("Letters", 300, line));
  const meanings = (rows: number) =>
    table(
      "mr,ref",
      rows,
      (i) =>
        `"name[${WORDS[i % 6]}], food[${WORDS[(i + 1) % 6]}]",${WORDS[i % 6]} serves ${WORDS[(i + 1) % 6]}.`,
    );
  write("e2e-data/trainset.csv", meanings(60));
  write("e2e-data/testset_w_refs.csv", meanings(8));
}
