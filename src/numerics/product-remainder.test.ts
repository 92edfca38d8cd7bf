import fc from "fast-check";
import { expect, test } from "vitest";
import { productRemainder } from "./product-remainder.js";

test("is the exact product less the rounded one", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b) => {
      expect(BigInt(a * b) + BigInt(productRemainder(a, b))).toBe(BigInt(a) * BigInt(b));
    }),
  );
});
