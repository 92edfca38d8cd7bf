import type { Game } from "../../../../src/auditing/index.js";
import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";
import { parseNumber } from "../number-option.js";
import { Player, type Silence } from "./player.js";

/** A game that a command plays. */
export interface CommandGame extends Game {
  /** Ends what still runs. */
  close(): void;
}

export interface CommandOptions {
  /** For one number. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Starts a command that the shell runs. It is rehearsed first, with both bits, in plays that do not count: a process that ends after its first number
 * is started anew for each play, and any other must answer all.
 *
 * @throws DpError WORKER_DIED it ends, fails or hangs; DATA_UNREADABLE it prints something else than numbers
 */
export async function openCommandGame(command: string, options: CommandOptions): Promise<CommandGame> {
  const player = new Player(command, options);
  options.signal.addEventListener("abort", () => player.stop());
  try {
    numberOf(await player.ask(false), command, options);
    const second = await player.ask(true);
    if ("silence" in second && second.silence === "ended") {
      await playAlone(command, true, options);
      return { trial: (secret) => playAlone(command, secret, options), close: () => {} };
    }
    numberOf(second, command, options);
  } catch (error) {
    player.stop();
    throw error;
  }
  return {
    trial: async (secret) => {
      refuseUnread(player, command);
      return numberOf(await player.ask(secret), command, options);
    },
    close: () => player.stop(),
  };
}

/** One play in a process of its own. */
async function playAlone(command: string, secret: boolean, options: CommandOptions): Promise<number> {
  const player = new Player(command, options);
  const stop = (): void => player.stop();
  options.signal.addEventListener("abort", stop);
  try {
    const score = numberOf(await player.ask(secret), command, options);
    const end = await player.finish();
    refuseUnread(player, command);
    if (end !== "ended") throw died(command, end, options);
    return score;
  } finally {
    options.signal.removeEventListener("abort", stop);
    stop();
  }
}

const INFINITE = /^([+-]?)inf(inity)?$/i;

function numberOf(
  answer: Awaited<ReturnType<Player["ask"]>>,
  command: string,
  options: CommandOptions,
): number {
  if ("silence" in answer) throw died(command, answer.silence, options);
  const line = answer.line.trim();
  const [, sign] = INFINITE.exec(line) ?? [];
  const value = sign === undefined ? parseNumber(line) : sign === "-" ? -Infinity : Infinity;
  if (value !== undefined && !Number.isNaN(value)) return value;
  throw unreadable(command, line, "a number a line");
}

/** More lines than bits: which belongs to which play nobody knows. */
function refuseUnread(player: Player, command: string): void {
  const [line] = player.unread;
  if (line !== undefined) throw unreadable(command, line, "one number for each bit, and nothing else");
}

function unreadable(command: string, line: string, allowed: string): DpError {
  return new DpError(
    "DATA_UNREADABLE",
    `--command must print ${allowed}, got ${show(line)}; what is for people belongs on standard error`,
    { parameter: "--command", value: command, allowed },
  );
}

function died(command: string, silence: Silence, { timeoutMs }: CommandOptions): DpError {
  const words: Readonly<Record<Silence, string>> = {
    ended: "it ended before its answer; one that makes a single play must end right after it",
    failed: "it failed",
    hung: `no line within ${timeoutMs / 1000} s; it must flush its output after each number (python -u), or take a longer --timeout`,
  };
  return new DpError("WORKER_DIED", `--command: ${words[silence]}`, {
    parameter: "--command",
    value: command,
  });
}
