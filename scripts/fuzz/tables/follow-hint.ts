import type { RandomTable, ReadingFlags } from "./random-table.js";

/** A reading that a refusal shows: flags, and the number that they make of the cell that it names. */
interface ShownReading {
  readonly flags: string;
  readonly value: number;
}

/** What a person does about a refusal, who knows what the table means and believes what is printed. */
export type NextStep =
  | { readonly flags: ReadingFlags }
  /** There is nothing to do: the refusal names the cell's own fault. */
  | { readonly rightlyRefused: true }
  | { readonly fault: string };

/**
 * Follows the hints of a refusal; where it shows readings, the right one must be among them, and a single one
 * right.
 */
export function followHint(message: string, table: RandomTable, flags: ReadingFlags): NextStep {
  const readings = readingsIn(message);
  const named = cellsNamed(message, table);
  if (readings.length > 0) {
    const right = readings.find(({ value }) => named.some((cell) => cell.value === value));
    if (right === undefined) return { fault: "no reading that is shown is right" };
    return { flags: withReading(flags, right.flags) };
  }
  if (message.includes("say which by --delimiter"))
    return { flags: { ...flags, delimiter: table.truth.delimiter! } };
  if (message.includes("--missing VALUE")) return { flags: { ...flags, missing: true } };
  if (named.some(({ isSpoiled }) => isSpoiled)) return { rightlyRefused: true };
  if (message.includes("--missing-values"))
    return { flags: { ...flags, missingValues: table.truth.missingValues } };
  return { fault: "the table is sound, and nothing is said about how to read it" };
}

function readingsIn(message: string): ShownReading[] {
  const only = /; (--.*) reads such numbers \(this one as (\S+)\)$/.exec(message);
  if (only !== null) return [{ flags: only[1]!, value: Number(only[2]) }];
  return [...message.matchAll(/as (\S+) with (--.*?)(?=, or as|; nothing is computed)/g)].map(
    ([, value, named]) => ({ flags: named!, value: Number(value) }),
  );
}

/** The cells that a refusal may be about: it quotes one of them. */
function cellsNamed(
  message: string,
  { columns, groupBy }: RandomTable,
): readonly { readonly value: number | string | undefined; readonly isSpoiled: boolean }[] {
  const all = groupBy === undefined ? columns : [...columns, groupBy];
  return all.flatMap(({ cells, spoiled }) =>
    cells.flatMap(({ text, value }, place) =>
      message.includes(`: ${JSON.stringify(text.normalize("NFC"))}`)
        ? [{ value, isSpoiled: place === spoiled }]
        : [],
    ),
  );
}

function withReading(flags: ReadingFlags, named: string): ReadingFlags {
  const thousands = /--thousands (\w+)/.exec(named)?.[1] ?? flags.thousands;
  const decimalComma = named.includes("without --decimal-comma")
    ? false
    : flags.decimalComma || named.includes("--decimal-comma");
  return { ...flags, decimalComma, ...(thousands !== undefined && { thousands }) };
}
