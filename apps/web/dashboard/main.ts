import type { DashboardData } from "../../shared/pages/dashboard-data.js";
import { element, fill } from "../dom/element.js";
import { wordsOf } from "../dom/words.js";
import { dashboardSections } from "./dashboard-sections.js";

const EVERY_MS = 2_000;

/** Shows the data anew every two seconds; while nobody answers, the last ones stay. */
async function show(place: Element): Promise<void> {
  const state = element("p", { class: "hint" });
  const content = element("div");
  fill(place, state, content);
  let shown = "";
  for (;;) {
    try {
      const answer = await fetch("/dashboard.json", { credentials: "omit" });
      if (!answer.ok) throw new Error(`/dashboard.json must be there, is not (status ${answer.status})`);
      const data = (await answer.json()) as DashboardData;
      const { now, ...rest } = data;
      document.querySelector("h1")!.textContent = data.study.title;
      state.textContent = `As of ${new Date(now).toLocaleTimeString()}. Read-only; nothing of a round is counted while it collects.`;
      if (JSON.stringify(rest) !== shown) fill(content, dashboardSections(data));
      shown = JSON.stringify(rest);
    } catch (error) {
      state.textContent = `Not up to date: ${wordsOf(error)}. Asked again every ${EVERY_MS / 1000} s.`;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

void show(document.querySelector("main")!);
