import type { Adjacency, Bracket, Guarantee, MechanismEvent, Method } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../accountant.js";
import { composeRenyi } from "./compose-renyi.js";
import type { LeafAnalysis, RenyiAnalysis } from "./renyi-analysis.js";
import { deltaFromRenyi, epsilonFromRenyi } from "./renyi-to-epsilon.js";

/** Relative error allowed for in every bracket; the curves agree with 60-digit references to 1e-12. */
const RELATIVE_ERROR = 1e-9;
/** Analyses kept per accountant: a trainer asks about the same round again and again. */
const CACHE_SIZE = 32;

/** An accountant that adds up Renyi curves and converts the sum at the best order. */
export function renyiAccountant(
  method: Method,
  analyseLeaf: LeafAnalysis,
  { side = "upper", slow = false }: { readonly side?: Guarantee["side"]; readonly slow?: boolean } = {},
): Accountant {
  const analyseLeafOnce = remember(analyseLeaf);
  const analyse = (event: MechanismEvent, adjacency: Adjacency): RenyiAnalysis =>
    composeRenyi(event, adjacency, analyseLeafOnce);
  return {
    method,
    slow,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      const { curve, status, assumptions, source } = analyse(event, adjacency);
      const { value, order } = epsilonFromRenyi(curve, delta);
      if (value === Infinity) throw notApplicable(method, "every order's Renyi divergence overflows");
      const epsilon = bracketAround(value);
      return { side, status, assumptions, method, source, adjacency, delta, epsilon, order };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) => {
      if (side === "lower")
        throw notApplicable(method, "it bounds from below; what it says of epsilon is in the account");
      const { upper, ...rest } = bracketAround(
        deltaFromRenyi(analyse(event, adjacency).curve, epsilon).value,
      );
      return { ...rest, upper: Math.min(1, upper) };
    },
    ...(side === "upper" ? { renyiCurve: (event, adjacency) => analyse(event, adjacency).curve } : {}),
  };
}

function bracketAround(value: number): Bracket {
  return { lower: value * (1 - RELATIVE_ERROR), estimate: value, upper: value * (1 + RELATIVE_ERROR) };
}

function remember(analyseLeaf: LeafAnalysis): LeafAnalysis {
  const known = new Map<string, RenyiAnalysis>();
  return (event, adjacency) => {
    const key = `${adjacency} ${JSON.stringify(event)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const analysis = analyseLeaf(event, adjacency);
    if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value!);
    known.set(key, analysis);
    return analysis;
  };
}
