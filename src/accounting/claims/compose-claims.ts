import { type Assumption, STATUSES, type Status } from "../../privacy/index.js";

/** What a figure rests on: a claim without its side, method and adjacency. */
export interface ClaimBasis {
  readonly status: Status;
  readonly assumptions: readonly Assumption[];
  /** Paper and theorem. */
  readonly source: string;
  /** What else must be said wherever the figure is shown. */
  readonly remark?: string;
}

/** The same, with something else to be said. */
export function withRemark<Basis extends ClaimBasis>(basis: Basis, remark: string | undefined): Basis {
  if (remark === undefined) return basis;
  return { ...basis, remark: basis.remark === undefined ? remark : `${basis.remark}; ${remark}` };
}

/**
 * What a composition rests on: the weakest status of its parts, and all of their assumptions, sources and
 * remarks, each once.
 */
export function composeClaims(parts: readonly ClaimBasis[]): ClaimBasis {
  const weakest = parts.reduce((most, { status }) => Math.max(most, STATUSES.indexOf(status)), 0);
  const remarks = [...new Set(parts.flatMap(({ remark }) => remark ?? []))];
  return {
    status: STATUSES[weakest]!,
    assumptions: [...new Set(parts.flatMap(({ assumptions }) => assumptions))],
    source: [...new Set(parts.map(({ source }) => source))].join("; ") || "composition of nothing",
    ...(remarks.length > 0 && { remark: remarks.join("; ") }),
  };
}
