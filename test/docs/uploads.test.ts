import { expect, it } from "vitest";
import { secureAggregationBytes } from "../../scripts/docs/secure-aggregation-bytes.js";

it.each([
  // Bonawitz et al., CCS 2017, abstract.
  [2 ** 10, 2 ** 20, "1.73"],
  [2 ** 14, 2 ** 24, "1.98"],
])(
  "secure aggregation of %i users and %i entries sends what its authors publish",
  (users, entries, times) => {
    const sent = secureAggregationBytes({ users, entries, bitsPerEntry: 16 });
    expect((sent / (2 * entries)).toFixed(2)).toBe(times);
  },
);
