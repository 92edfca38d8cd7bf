import type { Adjacency } from "../../privacy/index.js";
import { notApplicable } from "./accountant.js";

/** A local randomizer protects what is reported, not that it is: an absent record sends nothing, and everybody sees that. */
export function checkReportSent(method: string, adjacency: Adjacency): void {
  if (adjacency !== "add-or-remove") return;
  throw notApplicable(method, "a local report that is not sent shows; use replace-one or zero-out adjacency");
}
