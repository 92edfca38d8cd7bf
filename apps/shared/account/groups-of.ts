import type { Claim } from "../../../src/privacy/index.js";
import type { FiguresReport, Under } from "./ask-each.js";
import type { FigureGroup } from "./figure-tables.js";

/** Figures by adjacency; one alone needs no heading, for the answer names it. */
export function groupsOf<Figure extends Claim>(
  reports: readonly Under<Pick<FiguresReport<Figure>, "guarantees">>[],
): FigureGroup<Figure>[] {
  return reports.map(({ adjacency, guarantees: figures }) => ({
    ...(reports.length > 1 && { title: `Under ${adjacency}:` }),
    figures,
  }));
}
