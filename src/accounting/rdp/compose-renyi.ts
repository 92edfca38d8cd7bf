import { type Adjacency, type MechanismEvent, STATUSES } from "../../privacy/index.js";
import type { LeafAnalysis, RenyiAnalysis } from "./renyi-analysis.js";

/**
 * The analysis of a composed event: RDP adds up, the worst status, every assumption and every remark carry over.
 * Composing nothing costs nothing.
 *
 * @see Mironov, "Renyi Differential Privacy", 2017, arXiv:1702.07476, Proposition 1
 */
export function composeRenyi(
  event: MechanismEvent,
  adjacency: Adjacency,
  analyseLeaf: LeafAnalysis,
): RenyiAnalysis {
  if (event.kind === "repeat") {
    const one = composeRenyi(event.of, adjacency, analyseLeaf);
    return { ...one, curve: { at: (order) => (event.times === 0 ? 0 : event.times * one.curve.at(order)) } };
  }
  if (event.kind === "sequence") {
    return sumOf(event.of.map((part) => composeRenyi(part, adjacency, analyseLeaf)));
  }
  return analyseLeaf(event, adjacency);
}

function sumOf(parts: readonly RenyiAnalysis[]): RenyiAnalysis {
  const worst = Math.max(0, ...parts.map((part) => STATUSES.indexOf(part.status)));
  const remarks = [...new Set(parts.flatMap(({ remark }) => remark ?? []))];
  return {
    curve: { at: (order) => parts.reduce((sum, part) => sum + part.curve.at(order), 0) },
    status: STATUSES[worst]!,
    assumptions: [...new Set(parts.flatMap((part) => part.assumptions))],
    source: [...new Set(parts.map((part) => part.source))].join("; ") || "composition of nothing",
    ...(remarks.length > 0 && { remark: remarks.join("; ") }),
  };
}
