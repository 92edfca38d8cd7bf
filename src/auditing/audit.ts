import { checkFunction, checkOptions } from "../validate.js";
import { CHUNK, type Plays, playChunk } from "./_internal/plays.js";
import { reportOf } from "./_internal/report-of.js";
import { nextTurn, turns } from "./_internal/turns.js";
import { type AuditOptions, type CheckedOptions, checkAuditOptions } from "./audit-options.js";
import type { AuditReport } from "./audit-report.js";
import type { Game } from "./game.js";

/**
 * Plays a game and gives the lower bound of epsilon that the plays prove.
 *
 * Secrets are fair coins; guesses are made by rank of the scores ({@link rankBound}), with the error divided
 * among looks at n, n/√2, n/2, ... plays, so that an audit that is stopped early ends with a bound that is as
 * valid. Guarantee: lower bound with the stated confidence, whatever the system and the attack are; rounded
 * down. Assumes: the game runs the system that the claim is about, on neighbouring data sets; its plays are
 * independent. Edges: nothing learnt → 0.
 *
 * With a seeded source the report is the same on every machine.
 *
 * @param game the system and the attacker
 * @param options.trials plays, an integer >= 1
 * @param options.confidence in (0, 1)
 * @param options.delta δ, [0, 1)
 * @param options.claim ε, nats
 * @throws DpError OUT_OF_RANGE or BAD_INPUT a bad option, or a score that is no number; whatever the game
 *   throws
 * @example
 * const options = { trials: 20_000, delta: 0, adjacency: "replace-one", claim: 1, source: seededSource(7) } as const;
 * const report = await audit(
 *   { trial: (secret, source) => Number(sampleBernoulli(source, secret ? 0.8 : 0.2)) },
 *   options,
 * );
 * report.verdict; // "refuted"
 * @see docs/theorems/audit-guesses.md
 */
export async function audit(game: Game, options: AuditOptions): Promise<AuditReport> {
  checkFunction("audit: game.trial", checkOptions("audit", game, "game").trial);
  const checked = checkAuditOptions(options);
  const played = await playAll(game, checked);
  return reportOf(played, checked);
}

async function playAll(game: Game, { trials, source, signal, onProgress }: CheckedOptions): Promise<Plays> {
  const secrets = new Uint8Array(trials);
  const scores = new Float64Array(trials);
  const isStopped = (): boolean => signal?.aborted === true;
  const isTurn = turns();
  let played = 0;
  const onPlay = (more: number): Promise<void> | undefined => {
    if (!isTurn()) return undefined;
    onProgress?.({ played: played + more, trials });
    return nextTurn();
  };
  for (let index = 0; played < trials && !isStopped(); index++) {
    const plays = Math.min(CHUNK, trials - played);
    const chunk = await playChunk(game, source, { index, plays, isStopped, onPlay });
    secrets.set(chunk.secrets, played);
    scores.set(chunk.scores, played);
    played += chunk.scores.length;
  }
  return { secrets: secrets.subarray(0, played), scores: scores.subarray(0, played) };
}
