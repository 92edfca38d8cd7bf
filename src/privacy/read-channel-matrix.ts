import { checkItems, checkNumber, DOMAIN, wrongShape } from "../validate.js";

/** How many inputs and how many reports a channel may have. */
export const CHANNEL_SIZE = { rows: { min: 2, max: 32 }, columns: { min: 2, max: 128 } } as const;
/** By how much the sum of a row may differ from one; rows are divided by their sums. */
export const ROW_SUM_ERROR = 1e-9;

const WORDS = `${CHANNEL_SIZE.rows.min} to ${CHANNEL_SIZE.rows.max} rows of as many probabilities each, ${CHANNEL_SIZE.columns.min} to ${CHANNEL_SIZE.columns.max}`;

/**
 * A frozen copy of a channel's matrix: a row of probabilities for each input.
 *
 * @throws DpError BAD_INPUT it is no such matrix; OUT_OF_RANGE an entry is no probability, or a row does not
 *   sum to one
 */
export function readChannelMatrix(path: string, value: unknown): readonly (readonly number[])[] {
  const rows = checkItems(path, value, `an array of ${WORDS}`).map((row, x) => readRow(`${path}[${x}]`, row));
  if (!isWithin(CHANNEL_SIZE.rows, rows.length)) throw wrongShape(path, `${rows.length} rows`, WORDS);
  const uneven = rows.findIndex(({ length }) => length !== rows[0]!.length);
  if (uneven >= 0) {
    const got = rows[uneven]!.length;
    const allowed = rows[0]!.length;
    throw wrongShape(`${path}[${uneven}]`, `${got} numbers`, `as long as the first row, ${allowed} numbers`);
  }
  return Object.freeze(rows);
}

function readRow(path: string, value: unknown): readonly number[] {
  const items = checkItems(path, value, "an array of probabilities");
  if (!isWithin(CHANNEL_SIZE.columns, items.length)) {
    throw wrongShape(path, `${items.length} numbers`, WORDS);
  }
  const row = items.map((item, y) => checkNumber(`${path}[${y}]`, item, DOMAIN.channelEntry));
  const sum = row.reduce((total, each) => total + each, 0);
  checkNumber(`${path}'s sum`, sum, {
    min: 1 - ROW_SUM_ERROR,
    max: 1 + ROW_SUM_ERROR,
    advice: "each row is the law of one input's report",
  });
  return Object.freeze(row);
}

function isWithin({ min, max }: { readonly min: number; readonly max: number }, size: number): boolean {
  return size >= min && size <= max;
}
