import type { ColumnReport } from "./estimate-column.js";

/** What takes privacy away that the figures do not count. */
export function warningsOf(report: ColumnReport): string[] {
  return [
    ...(report.seeded
      ? [
          "Seeded: not private. Whoever knows the seed can take the noise away; the figures are those of the same run without a seed.",
        ]
      : []),
    ...(report.kind === "frequencies" && report.categoriesDisclosed
      ? [
          "The list of categories is disclosed as it is: it was taken from the data, a value that only one user holds included, and no figure below covers that. Give --categories from public knowledge.",
        ]
      : []),
  ];
}
