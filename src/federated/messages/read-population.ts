import { wrongShape } from "../../validate.js";
import { type Read, text } from "./schema.js";

/** A population's name: it stands in paths. */
export const readPopulation: Read<string> = (name, value) => {
  const word = text(64)(name, value);
  if (/^[a-z0-9-]+$/.test(word)) return word;
  throw wrongShape(name, value, "lower-case letters, digits and hyphens");
};
