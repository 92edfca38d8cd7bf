/** What seeded samplers draw, in all their digits: normals, and PrivUnit's reports. */
export function drawnDoubles({ fillNormals, seededSource }, { privUnitRandomizer }) {
  const normals = new Float64Array(100_000);
  fillNormals(seededSource(11), normals, 3);
  const randomizer = privUnitRandomizer({ localEpsilon: 2, dimension: 1000, bound: 0.5 });
  const source = seededSource(12);
  const heights = Array.from({ length: 10_000 }, () => randomizer.drawHeight(source, 0.4));
  return [...normals, ...heights, randomizer.reportLength];
}
