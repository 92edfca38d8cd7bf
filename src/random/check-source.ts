import { wrongShape } from "../validate.js";
import type { RandomSource } from "./random-source.js";

/**
 * Checks a source of randomness that a caller gave.
 *
 * @throws DpError BAD_INPUT it is none
 */
export function checkSource(name: string, source: RandomSource): RandomSource {
  const { secure, fill, fork } = (source ?? {}) as Partial<RandomSource>;
  if (typeof secure === "boolean" && typeof fill === "function" && typeof fork === "function") return source;
  throw wrongShape(name, source, "a RandomSource, e.g. secureSource()");
}
