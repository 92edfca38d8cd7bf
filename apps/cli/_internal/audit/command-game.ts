import type { Game } from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { parseNumber } from "../../../shared/words/parse-number.js";
import { MAX_LINE_LENGTH, Player, type Silence } from "./player.js";

/** A game that a command plays. */
export interface CommandGame extends Game {
  trial(secret: boolean): Promise<number>;
  /** By some plays that do not count. */
  secondsPerPlay(): Promise<number>;
  /** Ends what still runs. */
  close(): void;
}

export interface CommandOptions {
  /** For one number. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Low scores speak for data set 1, as losses do. */
  readonly isReversed: boolean;
}

/**
 * Starts a command that the shell runs. It is rehearsed first, with both bits, in plays that do not count: a
 * process that ends after its first number is started anew for each play, and any other must answer all.
 *
 * @throws DpError WORKER_DIED it ends, fails or hangs; DATA_UNREADABLE it prints something else than numbers
 */
export async function openCommandGame(command: string, options: CommandOptions): Promise<CommandGame> {
  const player = new Player(command, options);
  options.signal.addEventListener("abort", () => player.stop());
  try {
    numberOf(await player.ask(false), player, { command, ...options });
    const second = await player.ask(true);
    if ("silence" in second && second.silence === "ended") {
      player.stop();
      await playAlone(command, true, options);
      return timed(
        (secret) => playAlone(command, secret, options),
        () => {},
      );
    }
    numberOf(second, player, { command, ...options });
  } catch (error) {
    player.stop();
    throw error;
  }
  const trial = async (secret: boolean): Promise<number> => {
    refuseUnread(player, command);
    return numberOf(await player.ask(secret), player, { command, ...options });
  };
  return timed(trial, () => player.stop());
}

/** Long enough for a rate, short enough to wait for. */
const TIMED_SECONDS = 0.25;
const MAX_TIMED = 64;

function timed(trial: CommandGame["trial"], close: () => void): CommandGame {
  const secondsPerPlay = async (): Promise<number> => {
    const start = performance.now();
    for (let plays = 1; ; plays++) {
      await trial(plays % 2 === 1);
      const seconds = (performance.now() - start) / 1000;
      if (seconds >= TIMED_SECONDS || plays === MAX_TIMED) return seconds / plays;
    }
  };
  return { trial, secondsPerPlay, close };
}

/** One play in a process of its own. */
async function playAlone(command: string, secret: boolean, options: CommandOptions): Promise<number> {
  const player = new Player(command, options);
  const stop = (): void => player.stop();
  options.signal.addEventListener("abort", stop);
  try {
    const score = numberOf(await player.ask(secret), player, { command, ...options });
    const end = await player.finish();
    refuseUnread(player, command);
    if (end !== "ended") throw died(end, player, { command, ...options });
    return score;
  } finally {
    options.signal.removeEventListener("abort", stop);
    stop();
  }
}

const INFINITE = /^([+-]?)inf(inity)?$/i;

type NamedOptions = CommandOptions & { readonly command: string };

function numberOf(answer: Awaited<ReturnType<Player["ask"]>>, player: Player, options: NamedOptions): number {
  if ("silence" in answer) throw died(answer.silence, player, options);
  const line = answer.line.trim();
  const [, sign] = INFINITE.exec(line) ?? [];
  const value = sign === undefined ? parseNumber(line) : sign === "-" ? -Infinity : Infinity;
  if (value !== undefined && !Number.isNaN(value)) return options.isReversed ? -value : value;
  throw unreadable(options.command, show(line), "a number a line");
}

/** More lines than bits: which belongs to which play nobody knows. */
function refuseUnread(player: Player, command: string): void {
  const [line] = player.unread;
  if (line !== undefined) throw unreadable(command, show(line), "one number for each bit, and nothing else");
}

function unreadable(command: string, got: string, allowed: string): DpError {
  return new DpError(
    "DATA_UNREADABLE",
    `--command must print ${allowed}, got ${got}; what is for people belongs on standard error`,
    { parameter: "--command", value: command, allowed },
  );
}

function died(silence: Silence, player: Player, { command, timeoutMs }: NamedOptions): DpError {
  if (silence === "endless") {
    const got = `more than ${MAX_LINE_LENGTH.toLocaleString("en")} characters without a line's end`;
    return unreadable(command, got, "a number a line");
  }
  const { ending, line } = player.lastWords;
  const words = {
    ended: "it ended before its answer; one that makes a single play must end right after it",
    failed: `it failed${ending === "" ? "" : ` (${ending})`}`,
    hung: `no line within ${timeoutMs / 1000} s; it must flush its output after each number (python -u), or take a longer --timeout`,
  }[silence];
  const last = line === "" ? "" : `; the last line of its error output: ${line}`;
  return new DpError("WORKER_DIED", `--command: ${words}${last}`, {
    parameter: "--command",
    value: command,
  });
}
