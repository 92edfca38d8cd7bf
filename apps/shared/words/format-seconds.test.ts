import { expect, it } from "vitest";
import { formatSeconds } from "./format-seconds.js";

it.each([
  [0.2, "0s"],
  [59.4, "59s"],
  [59.6, "1m 00s"],
  [3599, "59m 59s"],
  [3600, "1h 00m"],
  [7384, "2h 03m"],
])("%d is %s", (seconds, text) => expect(formatSeconds(seconds)).toBe(text));
