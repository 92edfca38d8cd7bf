import type { Accountant } from "../accountant.js";
import { advancedComposition } from "./advanced-composition.js";
import { approximateAccountant } from "./approximate-accountant.js";
import { optimalComposition } from "./optimal-composition.js";
import { unshuffledReports } from "./unshuffled-reports.js";

/** The accountants that compose (epsilon, delta) guarantees round by round. */
export const approximateAccountants: readonly Accountant[] = [
  approximateAccountant("strong-composition", unshuffledReports, optimalComposition),
  approximateAccountant("advanced-composition", unshuffledReports, advancedComposition),
];
