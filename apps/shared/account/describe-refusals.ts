import type { Layout } from "../words/layout.js";
import { wrapText } from "../words/wrap-text.js";
import type { FiguresReport } from "./ask-each.js";

/** The methods that do not apply, those of one reason together. */
export function describeRefusals(
  reports: readonly Pick<FiguresReport<unknown>, "notApplicable">[],
  { width, paint }: Layout,
): string {
  const methods = new Map<string, Set<string>>();
  for (const { method, reason } of reports.flatMap(({ notApplicable }) => notApplicable)) {
    methods.set(reason, (methods.get(reason) ?? new Set()).add(method));
  }
  const lines = [...methods].map(([reason, names]) =>
    wrapText(`Does not apply: ${[...names].join(", ")} (${reason})`, { width, hanging: 2 }),
  );
  return lines.length === 0 ? "" : paint("dim", lines.join("\n"));
}
