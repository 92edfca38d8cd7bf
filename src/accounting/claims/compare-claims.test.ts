import { expect, test } from "vitest";
import type { Claim } from "../../privacy/index.js";
import { compareClaims } from "./compare-claims.js";

const figure = (side: Claim["side"], status: Claim["status"], lower: number, upper: number) =>
  ({
    side,
    status,
    assumptions: [],
    method: "pld",
    source: "a paper",
    adjacency: "zero-out",
    lower,
    upper,
  }) as const;

test("small upper bounds and large lower ones come first, upper before lower, proven before unproven", () => {
  const sorted = [
    figure("upper", "proven", 0, 1),
    figure("upper", "proven", 0.5, 2),
    figure("upper", "conditional", 0.1, 0.2),
    figure("lower", "proven", 0.7, 0.8),
    figure("lower", "proven", 0.3, 0.9),
    figure("lower", "conditional", 0.9, 0.9),
  ];
  const shuffled = [4, 2, 5, 0, 3, 1].map((i) => sorted[i]!);
  expect(shuffled.sort(compareClaims((each) => each))).toEqual(sorted);
});
