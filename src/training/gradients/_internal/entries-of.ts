import { DpError } from "../../../errors.js";
import type { BoundParameters, GradientEntries } from "../../layers/_internal/bound-layer.js";

/** The entries of a layer's per-example gradients, which engines make sure of (`checkEntries`). */
export function entriesOf({ entries }: BoundParameters): GradientEntries {
  if (entries !== undefined) return entries;
  const allowed = "layers that write out the gradients of single examples";
  const message = `gradients: model.layers must be ${allowed}, got one that knows their norms alone`;
  throw new DpError("NOT_APPLICABLE", message, { parameter: "model.layers", value: undefined, allowed });
}
