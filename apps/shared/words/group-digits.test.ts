import { describe, expect, it } from "vitest";
import { groupDigits } from "./group-digits.js";

describe("groupDigits", () => {
  const integers = [0, 7, 999, 1000, 5540, 60_000, 123_456, 1_000_000, 987_654_321, 1e9, 2 ** 53 - 1];
  it.each([...integers, ...integers.slice(1).map((n) => -n)])("writes %d as the locale does", (n) => {
    expect(groupDigits(n)).toBe(n.toLocaleString("en"));
  });

  it("keeps the digits behind the point, and numbers beyond the integers of a double", () => {
    expect(groupDigits(1234.0625)).toBe("1,234.0625");
    expect(groupDigits(2 ** 60)).toBe((2 ** 60).toLocaleString("en"));
  });
});
