/** What may part the whole digits of a number from the others. */
export type DecimalSign = "." | ",";

/**
 * What may part groups of three digits; a blank stands for all spaces, the apostrophe for both of its forms.
 */
export type ThousandsSign = "," | "." | " " | "'";

/** What the signs in a number are taken for; undefined where there are none. */
export interface SignRoles {
  readonly decimal?: DecimalSign | undefined;
  readonly thousands?: ThousandsSign | undefined;
}

/** One way to read a cell as a number. */
export interface NumberReading extends SignRoles {
  readonly value: number;
}

/**
 * No, figure and thin spaces that do not break a line; a word processor puts them between groups of digits.
 */
const SPACES = /[\u00a0\u2007\u2009\u202f]/g;
const APOSTROPHE = /\u2019/g;
const MINUS = /^\u2212/;
/** `Number` takes more for one: an empty text for zero, 0x10, 0b11. */
const DECIMAL = /^[+-]?(?:\d+(?:([.,])\d*)?|([.,])\d+)(?:e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?[1-9]\d{0,2}([,. '])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])\d*)?$/;

/**
 * Every way to read a cell as a finite number, of which there are two at most: 1,234 is 1234, or 1.234 with a
 * decimal comma.
 */
export function numberReadings(cell: string): NumberReading[] {
  const text = cell.replace(MINUS, "-").replace(SPACES, " ").replace(APOSTROPHE, "'");
  return [decimalReading(text), groupedReading(text)].filter(
    (reading) => reading !== undefined && Number.isFinite(reading.value),
  ) as NumberReading[];
}

function decimalReading(text: string): NumberReading | undefined {
  const found = DECIMAL.exec(text);
  if (found === null) return undefined;
  const decimal = (found[1] ?? found[2]) as DecimalSign | undefined;
  return { decimal, value: Number(text.replace(",", ".")) };
}

function groupedReading(text: string): NumberReading | undefined {
  const found = GROUPED.exec(text);
  if (found === null) return undefined;
  const [, thousands, decimal] = found as unknown as [string, ThousandsSign, DecimalSign | undefined];
  const digits = text.replaceAll(thousands, "");
  return { thousands, decimal, value: Number(decimal === undefined ? digits : digits.replace(decimal, ".")) };
}
