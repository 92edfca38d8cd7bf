import { DpError } from "../../errors.js";
import { ADJACENCIES } from "../../privacy/index.js";
import { secureSource } from "../../random/index.js";
import { checkNumber, checkOneOf, RANGES } from "../../validate.js";
import type { CollectionOptions } from "../collection.js";

/** Checks what every estimate needs, and fills in the defaults. */
export function checkCollection(
  name: string,
  options: CollectionOptions & { readonly values: ArrayLike<unknown> },
): Required<CollectionOptions> {
  if (options.values.length === 0) {
    throw new DpError("BAD_INPUT", `${name}: values must not be empty; there is nothing to estimate`, {
      parameter: "values",
      value: 0,
      allowed: "at least one value",
    });
  }
  return {
    localEpsilon: checkNumber(`${name}: localEpsilon`, options.localEpsilon, {
      min: 1e-6,
      max: 30,
      advice: "below, a report has no use; above, no privacy",
    }),
    adjacency: checkOneOf(`${name}: adjacency`, options.adjacency, ADJACENCIES),
    delta: checkNumber(`${name}: delta`, options.delta, RANGES.delta),
    confidence: checkNumber(`${name}: confidence`, options.confidence ?? 0.95, { min: 0.5, max: 1 - 1e-6 }),
    source: options.source ?? secureSource(),
  };
}
