import { expect, it } from "vitest";
import { type ClaimBasis, composeClaims } from "./compose-claims.js";

it("states the weakest status of very many parts", () => {
  const proven: ClaimBasis = { status: "proven", assumptions: ["honest-shuffler"], source: "a theorem" };
  const parts = Array.from({ length: 200_000 }, () => proven);
  expect(composeClaims(parts)).toEqual(proven);
  expect(composeClaims([...parts, { ...proven, status: "conditional" }]).status).toBe("conditional");
});
