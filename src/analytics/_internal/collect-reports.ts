import { guarantees } from "../../accounting/index.js";
import type { RandomizedResponse } from "../../mechanisms/index.js";
import { shuffleInPlace } from "../../random/index.js";
import type { Collection, CollectionOptions } from "../collection.js";

/** Every user randomizes the own value, then the shuffler permutes the reports. */
export function collectReports(
  held: Uint32Array,
  randomizer: RandomizedResponse,
  { source, adjacency, delta, confidence }: Required<CollectionOptions>,
): Collection {
  const event = { kind: "shuffle", users: held.length, of: randomizer.describe() } as const;
  const accounted = guarantees(event, { adjacency, delta });
  const reports = held.map((value) => randomizer.randomize(source, value));
  shuffleInPlace(source, reports);
  return { reports, event, adjacency, delta, confidence, seeded: !source.secure, ...accounted };
}
