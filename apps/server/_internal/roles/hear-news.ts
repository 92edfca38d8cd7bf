import type { Logger } from "pino";
import type { Metrics } from "../observe/metrics.js";
import type { AnalyzerNews } from "./analyzer-role.js";

/** Puts what an analyzer tells into the log and the metrics. */
export function hearNews(news: AnalyzerNews, log: Logger, metrics: Metrics): void {
  switch (news.kind) {
    case "progress":
      hearProgress(news, log, metrics);
      return;
    case "finished":
      log.info({ reason: news.reason }, "no more rounds");
      return;
    case "failed":
      log.error({ code: news.code, reason: news.reason }, "the analyzer's work failed and is tried again");
      return;
    case "state":
      metrics.ledger(news);
      metrics.masterKey(news.masterSince);
      return;
    case "rotated":
      log.info({ keys: news.keys }, "master key rotated");
  }
}

function hearProgress(
  { progress, closesAt }: Extract<AnalyzerNews, { kind: "progress" }>,
  log: Logger,
  metrics: Metrics,
): void {
  const { round, stage, result } = progress;
  metrics.collecting(stage === "collecting" ? Date.now() : undefined);
  if (stage === "none") return;
  const invalid = result?.invalid.reduce((sum, count) => sum + count, 0) ?? 0;
  metrics.invalid(invalid);
  log.info(
    {
      round,
      ...(closesAt !== undefined && { closesAt: new Date(closesAt).toISOString() }),
      ...(result !== undefined && { reports: result.reports, dummies: result.dummies, invalid }),
      ...(stage !== "collecting" && { refusals: metrics.refusals() }),
    },
    `round ${stage}`,
  );
}
