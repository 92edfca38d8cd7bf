import type { DashboardData, DashboardLedger, DashboardRound } from "../../shared/pages/dashboard-data.js";
import { element } from "../dom/element.js";
import { figuresTable } from "../dom/figures-table.js";
import { counted, formatNumber, formatTime, formatUp, groupDigits } from "../dom/words.js";

/** What the dashboard shows: the study, what is spent, the rounds, refusals, and both ends of the ledger. */
export function dashboardSections(data: DashboardData): readonly HTMLElement[] {
  return [
    studySection(data),
    spentSection(data),
    roundsSection(data),
    refusalsSection(data),
    ledgerSection(data),
  ];
}

function studySection({ study, operators }: DashboardData): HTMLElement {
  const { id, purpose, task, population, floor, windowSeconds } = study;
  return element(
    "section",
    {},
    element("h2", {}, "Study"),
    element(
      "p",
      {},
      `A ${purpose === "test" ? "test" : task} of the population ${population}, by ${operators === 1 ? "one operator" : "two operators"}; ` +
        `rounds of ${groupDigits(windowSeconds)} s, released from ${counted(floor, "report")} on.`,
    ),
    element("code", {}, id),
  );
}

function spentSection({ study, spent }: DashboardData): HTMLElement {
  const { epsilon, delta } = study.budget;
  const head = element("h2", {}, "Spent");
  if (spent === null)
    return element(
      "section",
      {},
      head,
      element(
        "p",
        {},
        `Nothing is published yet; the budget is epsilon ${epsilon} at delta ${delta} (${study.adjacency}).`,
      ),
    );
  const used = spent.figures.full.epsilon;
  return element(
    "section",
    {},
    head,
    element(
      "p",
      {},
      `Against readers of the results: epsilon ${formatUp(used)} of ${epsilon}, at delta ${delta} (${study.adjacency}), ` +
        `after ${spent.rounds.charged} of ${spent.rounds.planned} rounds.`,
    ),
    element("meter", { min: 0, max: epsilon, value: Math.min(used, epsilon), "aria-label": "budget spent" }),
    figuresTable(spent.figures),
  );
}

function roundsSection({ rounds, now }: DashboardData): HTMLElement {
  const titles = ["Round", "State", "Closes", "Reports", "Dummies", "Invalid", "Reports/s"];
  const head = titles.map((title, index) =>
    element("th", { scope: "col", class: index < 3 ? undefined : "number" }, title),
  );
  const rows = rounds.map((round) => roundRow(round, now));
  return element(
    "section",
    {},
    element("h2", {}, "Rounds"),
    rounds.length === 0
      ? element("p", {}, "No round was opened yet.")
      : element(
          "div",
          { class: "scroll" },
          element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)),
        ),
  );
}

function roundRow(round: DashboardRound, now: number): HTMLElement {
  const shown = (count: number | null): string => (count === null ? "\u2013" : groupDigits(count));
  const { reports, dummies, invalid, reportsPerSecond, closesAt, state } = round;
  const closes =
    state === "collecting"
      ? `in ${groupDigits(Math.max(0, Math.ceil((closesAt - now) / 1000)))} s`
      : formatTime(closesAt);
  const rate = reportsPerSecond === null ? "\u2013" : formatNumber(reportsPerSecond);
  const numbers = [shown(reports), shown(dummies), shown(invalid), rate];
  return element(
    "tr",
    {},
    [String(round.round), state, closes].map((text) => element("td", {}, text)),
    numbers.map((text) => element("td", { class: "number" }, text)),
  );
}

function refusalsSection({ refusals }: DashboardData): HTMLElement {
  const counts = Object.entries(refusals);
  const rows = counts.map(([name, count]) =>
    element("tr", {}, element("td", {}, name), element("td", { class: "number" }, groupDigits(count))),
  );
  return element(
    "section",
    {},
    element("h2", {}, "Refused requests"),
    counts.length === 0
      ? element("p", {}, "None up to the end of the last round, since this server started.")
      : element("table", {}, element("tbody", {}, rows)),
  );
}

function ledgerSection({ ledger: { shuffler, analyzer } }: DashboardData): HTMLElement {
  const words = ({ rows, head }: DashboardLedger): string =>
    `${groupDigits(rows)} rows${head === null ? "" : `, head ${head}`}`;
  return element(
    "section",
    {},
    element("h2", {}, "Ledger"),
    element("p", {}, `The shuffler's copy: ${words(shuffler)}`),
    element(
      "p",
      {},
      analyzer === null ? "The analyzer's own: at its operator." : `The analyzer's own: ${words(analyzer)}`,
    ),
    analyzer === null
      ? null
      : analyzer.isCopied
        ? element(
            "p",
            {},
            "When last compared, the copy was the first part of the analyzer's own; it gets the rest with the next announcement.",
          )
        : element(
            "p",
            { class: "warning" },
            "When last compared, the copy was no part of the analyzer's own: a backup was restored. Stop, and see ledger recover.",
          ),
  );
}
