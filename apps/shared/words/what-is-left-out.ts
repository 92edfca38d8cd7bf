/** In words, how many figures and refusals a shortened answer leaves out; nothing of what is none. */
export function whatIsLeftOut(figures: number, refusals: number): string[] {
  return [
    ...(figures === 0 ? [] : [`${figures} more figure${figures === 1 ? "" : "s"}`]),
    ...(refusals === 0 ? [] : [`${refusals} method${refusals === 1 ? " that does" : "s that do"} not apply`]),
  ];
}
