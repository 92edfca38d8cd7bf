export function drawnDoubles(
  random: Pick<typeof import("croupier-dp/random"), "fillNormals" | "seededSource">,
  mechanisms: Pick<typeof import("croupier-dp/mechanisms"), "privUnitRandomizer">,
): number[];
