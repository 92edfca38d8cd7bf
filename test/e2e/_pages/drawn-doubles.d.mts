export function drawnDoubles(
  random: Pick<typeof import("croupier/random"), "fillNormals" | "seededSource">,
  mechanisms: Pick<typeof import("croupier/mechanisms"), "privUnitRandomizer">,
): number[];
