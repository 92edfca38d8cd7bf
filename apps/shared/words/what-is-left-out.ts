import { counted } from "./counted.js";

/** In words, how many figures and refusals a shortened answer leaves out; nothing of what is none. */
export function whatIsLeftOut(figures: number, refusals: number): string[] {
  return [
    ...(figures === 0 ? [] : [counted(figures, "more figure")]),
    ...(refusals === 0 ? [] : [`${counted(refusals, "method that does", "methods that do")} not apply`]),
  ];
}
