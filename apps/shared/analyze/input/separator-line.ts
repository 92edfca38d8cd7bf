import { isDelimiter } from "./is-delimiter.js";

const LINE = /^"?sep=(.)"?[ \t]*(?:\n|$)/iu;

/**
 * The first line of a table that says what separates its columns, `sep=;`, as spreadsheets write and read it.
 */
export interface SeparatorLine {
  readonly delimiter: string;
  /** Its characters, the line end among them. */
  readonly length: number;
}

/** The separator line with which a text begins; undefined where it begins with a header. */
export function separatorLine(text: string): SeparatorLine | undefined {
  const [line = "", delimiter = ""] = LINE.exec(text) ?? [];
  return isDelimiter(delimiter) ? { delimiter, length: line.length } : undefined;
}
