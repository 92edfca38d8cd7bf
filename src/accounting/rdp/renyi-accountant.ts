import type { Adjacency, Bracket, Claim, MechanismEvent, Method } from "../../privacy/index.js";
import { type Accountant, notApplicable } from "../core/accountant.js";
import type { RenyiCurve } from "../core/renyi-curve.js";
import { composeRenyi } from "./compose-renyi.js";
import type { LeafAnalysis, RenyiAnalysis } from "./renyi-analysis.js";
import { deltaFromRenyi, epsilonFromRenyi } from "./renyi-to-epsilon.js";

/** Relative error allowed for in every bracket; the curves agree with 60-digit references to 1e-12. */
const RELATIVE_ERROR = 1e-9;
/** Doubles below it are too coarse for a relative error; an underflowed delta was rounded up to one. */
const LEAST_NORMAL = 2 ** -1022;
/** Analyses kept per accountant: a trainer asks about the same round again and again. */
const CACHE_SIZE = 32;

/** An accountant that adds up Renyi curves and converts the sum at the best order. */
export function renyiAccountant(
  method: Method,
  analyseLeaf: LeafAnalysis,
  { side = "upper", slow = false }: { readonly side?: Claim["side"]; readonly slow?: boolean } = {},
): Accountant {
  const analyseLeafOnce = remember(analyseLeaf);
  const analyse = (event: MechanismEvent, adjacency: Adjacency): { curve: RenyiCurve; worth: Claim } => {
    const { curve, ...worth } = composeRenyi(event, adjacency, analyseLeafOnce);
    return { curve: withoutNaN(curve, side), worth: { side, ...worth, method, adjacency } };
  };
  return {
    method,
    slow,
    epsilonAtDelta: (event, { adjacency, delta }) => {
      const { curve, worth } = analyse(event, adjacency);
      const { value, order } = epsilonFromRenyi(curve, delta);
      if (value === Infinity) throw notApplicable(method, "every order's Renyi divergence overflows");
      return { ...worth, delta, epsilon: bracketAround(value), ...finite(order) };
    },
    deltaAtEpsilon: (event, { adjacency, epsilon }) => {
      const { curve, worth } = analyse(event, adjacency);
      const { value, order } = deltaFromRenyi(curve, epsilon);
      const { lower, estimate, upper } = bracketAround(value);
      return {
        ...worth,
        epsilon,
        delta: { lower: value < LEAST_NORMAL ? 0 : lower, estimate, upper: Math.min(1, upper) },
        ...finite(order),
      };
    },
    renyiCurve: (event, adjacency) => {
      const { curve, worth } = analyse(event, adjacency);
      return { ...worth, at: (order) => curve.at(order) };
    },
  };
}

/** Where a curve overflows into Infinity - Infinity it says nothing. */
function withoutNaN(curve: RenyiCurve, side: Claim["side"]): RenyiCurve {
  const nothing = side === "upper" ? Infinity : 0;
  return {
    at: (order) => {
      const value = curve.at(order);
      return Number.isNaN(value) ? nothing : value;
    },
  };
}

/** At infinity it is pure differential privacy, which has no order to tell. */
function finite(order: number): { readonly order?: number } {
  return order < Infinity ? { order } : {};
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
