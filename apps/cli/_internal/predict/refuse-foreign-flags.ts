import { DpError } from "../../../../src/errors.js";

const OF_TEXT = ["length", "temperature", "seed"];
const OF_CLASSES = ["second", "truncate", "image"];

/** Refuses flags that say nothing to a model of this kind. */
export function refuseForeignFlags(flags: object, isLanguage: boolean): void {
  const given = flags as Readonly<Record<string, unknown>>;
  const name = (isLanguage ? OF_CLASSES : OF_TEXT).find((each) => given[each] !== undefined);
  if (name === undefined) return;
  const does = isLanguage ? "goes on with a text" : "puts its input into classes";
  const allowed = `absent: this model ${does}`;
  throw new DpError("BAD_INPUT", `--${name} must be ${allowed}`, {
    parameter: `--${name}`,
    value: given[name],
    allowed,
  });
}
