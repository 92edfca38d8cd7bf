import { expect, it } from "vitest";
import type { Claim } from "../../../src/privacy/index.js";
import { describeConditions } from "./describe-conditions.js";

const proven: Claim = {
  side: "upper",
  status: "proven",
  assumptions: ["honest-shuffler"],
  method: "clones-2023",
  source: "a theorem",
  adjacency: "replace-one",
};

it("says nothing of proven figures but their remarks, once for all that share one", () => {
  const remark = "20 different rounds are charged as 2";
  const figures: Claim[] = [
    proven,
    { ...proven, remark },
    { ...proven, method: "blanket", remark },
    { ...proven, method: "pld", status: "conditional", remark },
  ];
  expect(describeConditions(figures, [proven])).toEqual([
    "clones-2023, blanket: 20 different rounds are charged as 2.",
    "pld: conditional; 20 different rounds are charged as 2.",
  ]);
});
