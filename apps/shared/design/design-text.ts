import type {
  DesignedRandomizer,
  DesignOptions,
  DesignReport,
  DesignTask,
} from "../../../src/analytics/index.js";
import { formatUp } from "../../../src/privacy/format-number.js";
import { describeTrust } from "../account/describe-conditions.js";
import { quoted } from "../account/figure-tables.js";
import { counted } from "../words/counted.js";
import { formatTable } from "../words/format-table.js";
import { groupDigits } from "../words/group-digits.js";
import type { Layout } from "../words/layout.js";
import { wrapText } from "../words/wrap-text.js";
import { parameterWords, randomizerWords } from "./describe-randomizer.js";

const ERROR_OF: Readonly<Record<DesignTask["kind"], string>> = {
  frequencies: "of a category's share, root mean square over the categories",
  mean: "of the mean, for the values at which it is largest",
  vector:
    "of the mean vector (l2 length of its error, root mean square), for the values at which it is largest",
};

/** The best randomizer in a sentence, what that rests on, and the others in a table. */
export function designText(options: DesignOptions, report: DesignReport, layout: Layout): string {
  const { width, paint } = layout;
  const { best, designs, trustedServer, notApplicable } = report;
  const rows = [...designs, ...(trustedServer === undefined ? [] : [trustedServer])];
  const paragraphs = [
    settingWords(options),
    describeTrust([best.guarantee]),
    lessTrustWords(best),
    trafficWords(best),
    `Error: the standard deviation of one round's estimate ${ERROR_OF[options.task.kind]}, about the users who report. It does not count the error from drawing users.`,
    "Chosen by proven figures alone. Sizes, levels and caps were searched, not all tried; exact values: --json.",
    ...(trustedServer === undefined ? [] : [serverWords(options)]),
  ].filter((text) => text !== undefined);
  return [
    paint("bold", wrapText(headline(best), { width })),
    ...paragraphs.map((text) => wrapText(text, { width })),
    ...table(rows, layout),
    ...(notApplicable.length === 0 ? [] : [wrapText(missingWords(report), { width })]),
  ].join("\n\n");
}

function headline(best: DesignedRandomizer): string {
  const { guarantee, standardError } = best;
  const { status, adjacency, epsilon, delta } = guarantee;
  return `${capitalised(randomizerWords(best))}, ${parameterWords(best.parameters)}: error ${formatUp(standardError)}, epsilon <= ${quoted(guarantee, epsilon)} at delta ${formatUp(delta)} (${adjacency}, ${status}).`;
}

function settingWords({ task, users, sampled = users, rounds = 1 }: DesignOptions): string {
  const drawn =
    sampled === users
      ? counted(users, "user")
      : `${groupDigits(sampled)} of ${counted(users, "user")} a round`;
  return `${taskWords(task)}; ${drawn}, ${counted(rounds, "round")}.`;
}

function taskWords(task: DesignTask): string {
  if (task.kind === "frequencies") return `Shares of ${counted(task.categories, "category", "categories")}`;
  if (task.kind === "mean") return `Mean of a number in [${task.lower}, ${task.upper}]`;
  return `Mean of vectors of ${counted(task.dimension, "entry", "entries")} with ${task.norm} norm at most ${task.bound}`;
}

/** What the figures that trust fewer say of a report with blocks or dummies. */
function lessTrustWords({
  parameters,
  withoutShuffler,
  withoutOthers,
}: DesignedRandomizer): string | undefined {
  if (parameters.noiseToClip === undefined || withoutShuffler === undefined) return undefined;
  const others =
    withoutOthers === undefined
      ? []
      : [
          `Whoever the other users work with: epsilon <= ${quoted(withoutOthers, withoutOthers.epsilon)} (${withoutOthers.status}, ${withoutOthers.method}).`,
        ];
  const shuffler = `Against the shuffler too, for a user who reports in every round: epsilon <= ${quoted(withoutShuffler, withoutShuffler.epsilon)} (${withoutShuffler.status}, ${withoutShuffler.method}); blocks and dummies let a report have less noise, and so weaken it.`;
  return [...others, shuffler].join(" ");
}

function trafficWords({ parameters, traffic }: DesignedRandomizer): string | undefined {
  if (traffic === undefined) return undefined;
  const { reportsPerUser, bytesPerUser, dummies } = traffic;
  const reports = reportsPerUser === 1 ? "one report" : counted(reportsPerUser, "report");
  const sent = `Each round a user sends ${reports}, ${counted(bytesPerUser, "byte")} in all`;
  const added = dummies === 0 ? "" : `; the shuffler adds ${counted(dummies, "dummy", "dummies")}`;
  const { clippingLoss } = parameters;
  const lost =
    clippingLoss === undefined
      ? ""
      : ` Clipping the blocks costs a vector of the full norm some ${formatUp(100 * clippingLoss)} % of it, which the error counts, where its entries are many and of like size; it may cost others more.`;
  return `${sent}${added}.${lost}`;
}

function serverWords({ users, sampled = users }: DesignOptions): string {
  const drawing =
    sampled === users
      ? ""
      : `, from a sample that each user joins by itself with probability ${groupDigits(sampled)}/${groupDigits(users)}`;
  return `The trusted server is for comparison: it sees all values and adds Gaussian noise to their sum${drawing}.`;
}

function table(rows: readonly DesignedRandomizer[], { width, paint }: Layout): string[] {
  const sources = [...new Set(rows.map(({ guarantee }) => guarantee.source))];
  const cells = rows.map((row) => [
    randomizerWords(row),
    [parameterWords(row.parameters), ...unshuffledWords(row)].join(", "),
    formatUp(row.standardError),
    quoted(row.guarantee, row.guarantee.epsilon),
    paint("green", row.guarantee.status),
    `${row.guarantee.method} [${sources.indexOf(row.guarantee.source) + 1}]`,
  ]);
  const columns = [
    { title: "randomizer", wraps: true },
    { title: "parameters", wraps: true },
    { title: "error", align: "right" as const },
    { title: "epsilon", align: "right" as const },
    { title: "status" },
    { title: "method" },
  ];
  const legend = sources.map((source, index) => wrapText(`[${index + 1}] ${source}`, { width, hanging: 4 }));
  return [formatTable(columns, cells, width), legend.join("\n")];
}

/** Of noise, whose deviation does not say it. */
function unshuffledWords({ parameters, withoutShuffler }: DesignedRandomizer): string[] {
  if (withoutShuffler === undefined || parameters.noiseToClip === undefined) return [];
  return [`unshuffled: ${quoted(withoutShuffler, withoutShuffler.epsilon)}`];
}

function missingWords({ notApplicable }: DesignReport): string {
  return `Not there: ${notApplicable.map(({ reason }) => reason).join("; ")}.`;
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
