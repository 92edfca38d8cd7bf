import { DpError } from "../../errors.js";
import type { Announcement } from "../messages/documents.js";
import { toHex } from "../messages/hex.js";
import { readBody } from "../messages/read-body.js";
import { notFound } from "../messages/router.js";
import type { OpenedStudy } from "../study/open-study-with.js";
import { weightsBytes } from "../training/weights-file.js";
import type { ShufflerContext } from "./shuffler-context.js";
import type { ShufflerRound } from "./shuffler-store.js";

/**
 * Keeps the weights of the round that is announced next, besides those of the last one: no others, so that
 * whatever an analyzer sends takes no more room than that.
 *
 * @throws DpError NOT_FOUND the study trains nothing; BAD_INPUT they have another length than the model's, or
 *   another SHA-256 than the path says
 */
export async function keepWeights(
  { crypto, store }: ShufflerContext,
  { id, study }: OpenedStudy,
  sha256: string | undefined,
  request: Request,
): Promise<void> {
  if (study.task !== "training") throw notFound("study", "one that trains a model");
  const length = weightsBytes(study);
  const bytes = await readBody(request, { min: length, max: length });
  const value = toHex(await crypto.sha256(bytes));
  if (value !== sha256) {
    const message = `weights: SHA-256 must be ${sha256}, as the path says, got ${value}; they are not kept`;
    throw new DpError("BAD_INPUT", message, { parameter: "weights", value });
  }
  const last = await store.lastRound(id);
  await store.dropWeights(id, [value, ...weightsOf(last)]);
  await store.keepWeights(id, value, bytes);
}

/** @throws DpError NOT_FOUND they are not here, or not any more */
export async function servedWeights(
  { store }: ShufflerContext,
  { id }: OpenedStudy,
  sha256: string | undefined,
): Promise<Uint8Array> {
  const bytes = await store.weights(id, sha256 ?? "");
  if (bytes === undefined) throw notFound("weights", "those of the last round that was announced");
  return bytes;
}

/** Drops what no client will ask for again, now that a round was announced. */
export async function dropOldWeights({ store }: ShufflerContext, { id, study }: OpenedStudy): Promise<void> {
  if (study.task === "training") await store.dropWeights(id, weightsOf(await store.lastRound(id)));
}

/** The hashes that a round's announcement names: one, or none. */
function weightsOf(round: ShufflerRound | undefined): readonly string[] {
  if (round === undefined) return [];
  const { payload } = JSON.parse(round.announcement) as { readonly payload: string };
  const { weights } = JSON.parse(payload) as Announcement;
  return weights === null ? [] : [weights];
}
