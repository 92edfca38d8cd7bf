import { checkArray, wrongShape } from "../../../validate.js";

/** Candidates, at least one, each with at least one reference. */
export function checkTexts(
  where: string,
  candidates: readonly string[],
  references: readonly (readonly string[])[],
): void {
  const given = checkArray(`${where}: candidates`, candidates);
  const others = checkArray(`${where}: references`, references);
  if (given.length === 0 || given.length !== others.length) {
    throw wrongShape(
      `${where}: candidates.length`,
      given.length,
      `as many as references, ${others.length}, and at least one`,
    );
  }
  for (const [i, candidate] of given.entries()) {
    if (typeof candidate !== "string") throw wrongShape(`${where}: candidates[${i}]`, candidate, "a text");
    const texts = checkArray(`${where}: references[${i}]`, others[i]!);
    if (texts.length > 0 && texts.every((text) => typeof text === "string")) continue;
    throw wrongShape(`${where}: references[${i}]`, texts, "at least one text");
  }
}
