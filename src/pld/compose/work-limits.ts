/** How much a query may compute. Results depend on it, so it is counted and never measured in time. */
export interface WorkLimits {
  /** Lattice points of one round. */
  readonly roundPoints: number;
  /** The same of all different rounds together, in one pass. */
  readonly passPoints: number;
  /** Points of a window of the composed law. */
  readonly windowPoints: number;
  /** Pairs of points that are added up and put into their bin (some 6 ns each), or what takes as long. */
  readonly work: number;
}

/**
 * With a requested width, and where a wider bracket will do: some 0.5 s. Valid at any numbers. At twice the
 * default work an upper end fell by up to 0.1 %, at half of it one rose by up to 0.7 % in an eighth less
 * time; twice or half as many of the default's points, of a round, a pass or a window, moved none of 30
 * figures.
 */
export const WORK_LIMITS: Readonly<Record<"requestedWidth" | "default", WorkLimits>> = {
  requestedWidth: { roundPoints: 2 ** 18, passPoints: Infinity, windowPoints: 2 ** 21, work: Infinity },
  default: { roundPoints: 2 ** 16, passPoints: 2 ** 19, windowPoints: 2 ** 19, work: 6e7 },
};

/**
 * The work of a lattice point of one round, which many tilts visit, and of a point of a window. Valid at any
 * numbers: twice or half of the first moves an upper end by up to 0.7 %, of the second by up to 3e-5.
 */
export const WORK_PER_POINT = { round: 200, window: 60 } as const;

/** Counts the work of a query, in units of {@link WorkLimits.work}. */
export interface WorkCounter {
  readonly limits: WorkLimits;
  used: number;
}
