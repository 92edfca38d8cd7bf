import { Option } from "commander";
import { DpError } from "../../../src/errors.js";
import { checkNumber, type Range, show } from "../../../src/validate.js";
import { parseNumber } from "../../shared/words/parse-number.js";

/**
 * A flag that takes a number, in decimals or as a fraction.
 *
 * @param flags as commander spells it, e.g. `--delta <d>`
 * @param range checked at once; left out where a later check knows more
 */
export function numberOption(flags: string, about: string, range?: Range): Option {
  const flag = flags.split(" ")[0]!;
  return new Option(flags, about).argParser((text) => {
    const value = toNumber(flag, text);
    return range === undefined ? value : checkNumber(flag, value, range);
  });
}

/** As `parseNumber`; `flag` is what an error names. */
export function toNumber(flag: string, text: string): number {
  const value = parseNumber(text);
  if (value !== undefined) return value;
  throw new DpError("BAD_INPUT", `${flag} must be a number, got ${show(text)}`, {
    parameter: flag,
    value: text,
    allowed: "a number in decimals, or a fraction such as 256/50000",
  });
}
