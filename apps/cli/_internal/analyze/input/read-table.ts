import { Readable } from "node:stream";
import Papa from "papaparse";
import { DpError } from "../../../../../src/errors.js";
import { show } from "../../../../../src/validate.js";
import { decodeUtf8 } from "../../../../shared/analyze/input/decode-utf8.js";
import { guessDelimiter, type Sample } from "../../../../shared/analyze/input/guess-delimiter.js";
import {
  lineFault,
  type OnRecord,
  type RecordOptions,
  RecordReader,
} from "../../../../shared/analyze/input/record-reader.js";
import type { Separation } from "../../../../shared/analyze/input/separation.js";
import { separatorLine } from "../../../../shared/analyze/input/separator-line.js";
import { openBytes, STANDARD_INPUT } from "./open-bytes.js";

/** Characters that the delimiter is guessed from. */
const SAMPLE = 2 ** 16;
/** The parser reads an unfinished record anew with each part of the text. */
const MAX_RECORD_LENGTH = 2 ** 22;
const TOO_LONG = { message: "The record is longer than 4 MiB" };

export interface TableOptions extends RecordOptions {
  /** A path, or `-` for standard input. */
  readonly file: string;
  /** Guessed where it is left out. */
  readonly delimiter?: string | undefined;
  /** Is called after the last record, where faults are still the file's. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * Reads columns of a table (RFC 4180 in UTF-8, plain or gzipped) as a stream. A first line such as `sep=;` is
 * no record.
 *
 * @throws DpError DATA_UNREADABLE with the line number
 */
export async function readTable(options: TableOptions, onRecord: OnRecord): Promise<Separation> {
  const { file, columns, delimiter: given, onEnd } = options;
  try {
    const text = decodeUtf8(openBytes(file));
    const sample = await sampleOf(text);
    const stated = separatorLine(sample.text);
    const start = { ...sample, text: sample.text.slice(stated?.length ?? 0) };
    if (given !== undefined && stated !== undefined && stated.delimiter !== given)
      throw contradiction(stated.delimiter, given);
    const told = given ?? stated?.delimiter;
    const delimiter = told ?? guessDelimiter(start, columns);
    const reader = new RecordReader({ ...options, firstLine: stated === undefined ? 1 : 2 }, onRecord);
    await parseRows(followed(start.text, text), delimiter, reader);
    reader.end();
    onEnd?.();
    return { delimiter, guessed: told === undefined };
  } catch (error) {
    throw unreadable(file === STANDARD_INPUT ? "standard input" : file, error);
  }
}

function contradiction(stated: string, given: string): DpError {
  const fault = `columns are separated by ${show(stated)}, as the line says, and not by ${show(given)}`;
  return lineFault(1, given, `${fault}; leave --delimiter out, or the line`);
}

async function sampleOf(text: AsyncGenerator<string>): Promise<Sample> {
  let sample = "";
  while (sample.length < SAMPLE) {
    const { value, done } = await text.next();
    if (done) return { text: sample, whole: true };
    sample += value;
  }
  return { text: sample, whole: false };
}

async function* followed(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/**
 * The parser calls back from within a stream, where an error would end the process: it is handed on to the
 * caller.
 */
function parseRows(text: AsyncIterable<string>, delimiter: string, reader: RecordReader): Promise<void> {
  let waiting = 0;
  const counted = async function* (): AsyncGenerator<string> {
    for await (const part of text) {
      waiting += part.length;
      yield part;
    }
  };
  const stream = Readable.from(counted());
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(stream, {
      delimiter,
      newline: "\n",
      chunk({ data, errors }, parser) {
        if (data.length > 0) waiting = 0;
        try {
          reader.read(data, errors[0] ?? (waiting > MAX_RECORD_LENGTH ? TOO_LONG : undefined));
        } catch (error) {
          reject(error);
          parser.abort();
          stream.destroy();
        }
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}

/** A fault of the file, with its name; a fault of the program stays as it is. */
function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) return error;
  if (error instanceof DpError && error.code !== "DATA_UNREADABLE") return error;
  const details = error instanceof DpError ? error.details : { parameter: "file", value: file };
  return new DpError("DATA_UNREADABLE", `cannot read ${file}: ${error.message}`, details, error);
}
