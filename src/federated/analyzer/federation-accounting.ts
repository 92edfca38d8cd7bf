import type { Guarantee } from "../../privacy/index.js";
import type { StudyFigures } from "../messages/study-figures.js";
import { type ChargedRounds, type SpentQuery, spent } from "../study/spent.js";
import type { Study } from "../study/study.js";
import { studyFigures } from "../study/study-figures.js";

/** The figures that an analyzer asks for; each may take seconds. In this thread, or in another. */
export interface FederationAccounting {
  /** The best proven upper bound of what rounds spend together. */
  spent(charged: readonly ChargedRounds[], query: SpentQuery): Promise<Guarantee>;
  /** What the first rounds of a study spend, by adversary. */
  figures(study: Study, rounds: number): Promise<StudyFigures>;
}

/** Accounting in this thread, which is busy meanwhile. */
export const ACCOUNTING_HERE: FederationAccounting = {
  spent: async (charged, query) => spent(charged, query),
  figures: async (study, rounds) => studyFigures(study, rounds),
};
