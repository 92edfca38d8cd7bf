import { guarantees } from "../../../../src/accounting/index.js";
import type { Adjacency, MechanismEvent } from "../../../../src/privacy/index.js";
import { withMethodProgress } from "../account/with-method-progress.js";

/** The smallest epsilon that is proven for an event; none where no method applies, or delta is 0. */
export function bestProven(
  event: MechanismEvent,
  { adjacency, delta }: { readonly adjacency: Adjacency; readonly delta: number },
): number | undefined {
  if (delta === 0) return undefined;
  const { guarantees: figures } = withMethodProgress((onMethod) =>
    guarantees(event, { adjacency, delta, onMethod }),
  );
  const best = figures.find(({ side, status }) => side === "upper" && status === "proven");
  return best === undefined || best.epsilon.upper === Infinity ? undefined : best.epsilon.upper;
}
