import { DpError } from "../../../../src/errors.js";
import { isTokenInput } from "../../../../src/training/layers/token-input.js";
import { type Model, targetOf } from "../../../../src/training/models/model.js";

const OF_TEXT = ["length", "temperature", "seed"];
const OF_CLASSES = ["second", "truncate"];

/** Refuses flags that say nothing to such a model, or to one that is asked so. */
export function refuseForeignFlags(flags: object, model: Model): void {
  const given = flags as Readonly<Record<string, unknown>>;
  const refuse = (names: readonly string[], why: string): void => {
    const name = names.find((each) => given[each] !== undefined);
    if (name === undefined) return;
    const allowed = `absent: ${why}`;
    throw new DpError("BAD_INPUT", `--${name} must be ${allowed}`, {
      parameter: `--${name}`,
      value: given[name],
      allowed,
    });
  };
  if (targetOf(model) === "next-token") {
    refuse([...OF_CLASSES, "image"], "this model goes on with a text");
    const isGreedy = (given.temperature ?? 0) === 0;
    if (isGreedy) refuse(["seed"], "at temperature 0 nothing is drawn, give --temperature");
    return;
  }
  refuse(OF_TEXT, "this model puts its input into classes");
  if (!isTokenInput(model.input)) refuse([...OF_CLASSES, "tokenizer"], "this model sees pictures");
}
