import {
  hemisphereRandomizer,
  l1Randomizer,
  linfRandomizer,
  privUnitRandomizer,
} from "../../../mechanisms/index.js";
import type { BoundParameters } from "../../layers/_internal/bound-layer.js";
import type { GroupContext } from "../../layers/layer-kind.js";
import type { GradientRandomizer } from "../gradient-randomizer.js";
import { CapReports } from "./cap-reports.js";
import type { Reports } from "./reports.js";
import { SignReports } from "./sign-reports.js";
import { WrittenReports } from "./written-reports.js";

/** What makes a randomizer's reports about the gradients of these parameters. */
export function reportsOf(
  context: GroupContext,
  trained: readonly BoundParameters[],
  { kind, localEpsilon, clipBound: bound }: GradientRandomizer,
): Reports {
  const dimension = trained.reduce((total, { count }) => total + count, 0);
  const options = { localEpsilon, bound, dimension };
  switch (kind) {
    case "linf":
      return new SignReports(trained, linfRandomizer(options), bound);
    case "l1":
      return new WrittenReports(context, trained, l1Randomizer(options));
    case "priv-unit":
      return new CapReports(context, trained, privUnitRandomizer(options));
    case "hemisphere":
      return new CapReports(context, trained, hemisphereRandomizer(options));
  }
}
