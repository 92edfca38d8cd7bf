import { expect, it } from "vitest";
import { convexLogMoments } from "./convex-log-moments.js";

it("keeps what is convex and puts chords below the rest", () => {
  expect([...convexLogMoments(Float64Array.of(0, 0, 1, 3, 6))]).toEqual([0, 0, 1, 3, 6]);
  expect([...convexLogMoments(Float64Array.of(0, 0, 1, 5, 4, 10, 11.5))]).toEqual([
    0, 0, 1, 2.5, 4, 7.75, 11.5,
  ]);
});

it("lets chords pass below orders with infinite bounds", () => {
  expect([...convexLogMoments(Float64Array.of(0, 0, 2, Infinity, 8))]).toEqual([0, 0, 2, 5, 8]);
  expect([...convexLogMoments(Float64Array.of(0, 0, 2, Infinity, Infinity))]).toEqual([
    0,
    0,
    2,
    Infinity,
    Infinity,
  ]);
});
