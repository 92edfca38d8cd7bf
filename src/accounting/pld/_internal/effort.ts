/** How much a question may take: results depend on it, and so it is never measured in time. */
export interface EffortLimits {
  /** Lattice points of one round. */
  readonly round: number;
  /** Points of a window of the composed law, taken point by point. */
  readonly window: number;
  /** Pairs of points that are added up and put into their bin (some 6 ns), or what takes as long. */
  readonly work: number;
}

/** Where a width was asked for, and where a wider bracket will do: some 0.5 s. */
export const EFFORT: Readonly<Record<"asked" | "usual", EffortLimits>> = {
  asked: { round: 2 ** 18, window: 2 ** 21, work: Infinity },
  usual: { round: 2 ** 16, window: 2 ** 19, work: 6e7 },
};

/** Counts what a question has taken. */
export class Effort {
  readonly limits: EffortLimits;
  work = 0;

  constructor(limits: EffortLimits) {
    this.limits = limits;
  }
}

/** The work of a lattice point of one round, which many tilts visit, and of a point of a window. */
export const WORK_PER_POINT = { round: 200, window: 60 } as const;
