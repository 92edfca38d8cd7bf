import { expect, it } from "vitest";
import { DpError } from "../errors.js";
import * as mechanisms from "./index.js";

const missing = undefined as never;

const CALLS: Readonly<Record<string, () => unknown>> = {
  karyRandomizedResponse: () => mechanisms.karyRandomizedResponse(missing),
  gaussianMechanism: () => mechanisms.gaussianMechanism(missing),
  discreteLaplace: () => mechanisms.discreteLaplace(missing),
  discreteGaussian: () => mechanisms.discreteGaussian(missing),
  linfRandomizer: () => mechanisms.linfRandomizer(missing),
  l1Randomizer: () => mechanisms.l1Randomizer(missing),
  hemisphereRandomizer: () => mechanisms.hemisphereRandomizer(missing),
  privUnitRandomizer: () => mechanisms.privUnitRandomizer(missing),
  gaussianRandomizer: () => mechanisms.gaussianRandomizer(missing),
  hadamardResponse: () => mechanisms.hadamardResponse(missing),
  localHashing: () => mechanisms.localHashing(missing),
  subsetSelection: () => mechanisms.subsetSelection(missing),
  unaryEncoding: () => mechanisms.unaryEncoding(missing),
  rotateAndCut: () => mechanisms.rotateAndCut(missing),
  dummyReport: () => mechanisms.dummyReport(missing, missing),
  clipInPlace: () => mechanisms.clipInPlace(Float64Array.of(1), missing),
};

it.each(Object.entries(CALLS))("%s names its missing options", (name, call) => {
  expect(call).toThrow(DpError);
  expect(call).toThrow(new RegExp(`^${name}: (options|rule|randomizer) must be an object, got undefined$`));
});

it("is asked of every mechanism", () => {
  const functions = Object.entries(mechanisms).filter(([, value]) => typeof value === "function");
  expect(functions.map(([name]) => name).filter((name) => CALLS[name] === undefined)).toEqual(["DpError"]);
});
