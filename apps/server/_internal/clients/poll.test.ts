import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DpError } from "../../../../src/errors.js";
import { poll } from "./poll.js";

const MINUTE_MS = 60_000;
const away = new DpError("STORE_UNAVAILABLE", "store: must be there, is not");
const { signal } = new AbortController();

/** No pauses: the clock goes on where something is asked. */
vi.mock("node:timers/promises", () => ({ setTimeout: async () => {} }));
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Asks like this, one minute after the other on the clock; the last answer stays. */
function asked(...answers: readonly (() => unknown)[]) {
  let times = 0;
  return vi.fn(async () => {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    return answers[Math.min(times++, answers.length - 1)]!();
  });
}

function fail(error: unknown): never {
  throw error;
}

test("an answer that failed after eleven minutes is asked for again", async () => {
  const ask = asked(
    () => {
      vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
      return fail(away);
    },
    () => "open",
  );
  expect(await poll(ask, signal)).toBe("open");
});

test("a server that is away for more than ten minutes is given up", async () => {
  const ask = asked(() => fail(away));
  await expect(poll(ask, signal)).rejects.toBe(away);
  expect(ask).toHaveBeenCalledTimes(12);
});

test("whoever answers between is not away, with not found too", async () => {
  const nothing = new DpError("NOT_FOUND", "round: none is open");
  const gone = Array.from({ length: 8 }, () => () => fail(away));
  const ask = asked(
    ...gone,
    () => fail(nothing),
    ...gone,
    () => undefined,
    ...gone,
    () => "open",
  );
  expect(await poll(ask, signal)).toBe("open");
});

test("another error is not asked about again", async () => {
  const refused = new DpError("REFUSED", "study: must be another one");
  const ask = asked(() => fail(refused));
  await expect(poll(ask, signal)).rejects.toBe(refused);
  expect(ask).toHaveBeenCalledTimes(1);
});
