import type { AnalyzerNews } from "./analyzer-role.js";

/** Opens a round when the first client asks for one: an idle server charges nothing. */
export interface RoundOpener {
  see(request: Request): void;
  hear(news: AnalyzerNews): void;
}

/** While a round is being opened, clients ask again and again. */
const EVERY_MS = 250;

/** Calls `open` when a client asks for the open round and none is. */
export function roundOpener(open: () => void): RoundOpener {
  let closesAt = 0;
  let last = 0;
  let isFinished = false;
  return {
    see({ method, url }) {
      const now = Date.now();
      const isAsked = method === "GET" && url.endsWith("/rounds/current");
      if (!isAsked || isFinished || now < closesAt || now - last < EVERY_MS) return;
      last = now;
      open();
    },
    hear(news) {
      if (news.kind === "finished") isFinished = true;
      if (news.kind === "progress") closesAt = news.closesAt ?? 0;
    },
  };
}
