import { expect, it } from "vitest";
import { whatIsLeftOut } from "./what-is-left-out.js";

it("counts in the singular and in the plural, and not what is none", () => {
  expect(whatIsLeftOut(2, 3)).toEqual(["2 more figures", "3 methods that do not apply"]);
  expect(whatIsLeftOut(1, 1)).toEqual(["1 more figure", "1 method that does not apply"]);
  expect(whatIsLeftOut(0, 0)).toEqual([]);
});
