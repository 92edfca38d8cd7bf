import { wrongShape } from "../../validate.js";

/**
 * What a language model that puts meanings into words is given to continue: the meaning and ` || `. Training
 * examples are the prompt with the text behind it.
 *
 * @param meaning e.g. of a row of {@link loadE2e}
 * @throws DpError BAD_INPUT the meaning is no text
 * @example
 * meaningPrompt("name[The Eagle]"); // "name[The Eagle] || "
 */
export function meaningPrompt(meaning: string): string {
  if (typeof meaning !== "string") throw wrongShape("meaningPrompt: meaning", meaning, "a text");
  return `${meaning} || `;
}
