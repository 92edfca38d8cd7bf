import { expect, it } from "vitest";
import type { Claim, Status } from "../../../src/privacy/index.js";
import { selectFigures } from "./select-figures.js";

/** Named by their place among figures of their kind, best first. */
function figures(...kinds: readonly (Status | "lower")[]): (Claim & { readonly name: string })[] {
  return kinds.map((kind, place) => ({
    side: kind === "lower" ? "lower" : "upper",
    status: kind === "lower" ? "conditional" : kind,
    assumptions: [],
    method: "pld",
    source: "a paper",
    adjacency: "replace-one",
    name: `${kind} ${place}`,
  }));
}

it.each([
  [
    ["proven", "proven", "proven", "proven", "conditional", "conditional"],
    [0, 1, 4],
  ],
  [
    ["proven", "proven", "proven", "proven", "refuted", "lower", "lower"],
    [0, 1, 2, 5],
  ],
  [
    ["proven", "conditional", "conditional", "conditional", "refuted"],
    [0, 1, 2],
  ],
  [
    ["conditional", "approximate", "refuted"],
    [0, 1, 2],
  ],
  [
    ["refuted", "lower"],
    [0, 1],
  ],
  [[], []],
] as const)("of %j the places %j", (kinds, places) => {
  const all = figures(...kinds);
  expect(selectFigures(all)).toEqual(places.map((place) => all[place]));
});
