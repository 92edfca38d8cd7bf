import { groupDigits } from "./group-digits.js";

/** A number and its noun. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(number)} ${number === 1 ? noun : plural}`;
}
