import type { MechanismEvent } from "../../privacy/index.js";
import { readEventAt } from "../../privacy/read-event.js";
import { RANGES } from "../../validate.js";
import type { Study } from "../study/study.js";
import type {
  AbandonedEntry,
  Announcement,
  BatchHeader,
  Cancellation,
  CancelledEntry,
  LedgerEntry,
  Opening,
  PublishedEntry,
  RoundEntry,
  RoundResult,
  RoundUpdate,
  SurveyResult,
  TakenEntry,
  TrainingResult,
} from "./documents.js";
import { readPopulation } from "./read-population.js";
import { anything, hexOf, list, number, object, oneOf, orNull, type Read, text } from "./schema.js";
import type { StudyFigures } from "./study-figures.js";

const ID = hexOf(32);
const COUNT = number(RANGES.nonNegativeInteger);
const PLACE = number(RANGES.positiveInteger);
/** Slots of a round. */
const SLOTS = 4096;

export const readAnnouncement: Read<Announcement> = object<Announcement>({
  study: ID,
  round: PLACE,
  publicKey: ID,
  ledger: readPopulation,
  sequence: PLACE,
  head: ID,
  weights: orNull(ID),
});

export const readOpening: Read<Opening> = object<Opening>({ announcement: ID, closesAt: COUNT });

export const readBatchHeader: Read<BatchHeader> = object<BatchHeader>({
  announcement: ID,
  reports: COUNT,
  dummies: COUNT,
  slots: list(ID, SLOTS),
});

export const readCancellation: Read<Cancellation> = object<Cancellation>({
  announcement: ID,
  reason: oneOf(["floor", "analyzer"]),
});

const RESULT = {
  study: ID,
  round: PLACE,
  announcement: ID,
  batch: ID,
  reports: COUNT,
  dummies: COUNT,
  invalid: list(COUNT, SLOTS),
  figures: anything<StudyFigures>(),
  rounds: object<RoundResult["rounds"]>({ charged: COUNT, planned: PLACE }),
  head: ID,
  version: text(64),
};

/** What its signer says of estimates and figures is not checked further. */
export const readRoundResult: { readonly [Task in Study["task"]]: Read<RoundResult> } = {
  survey: object<SurveyResult>({ ...RESULT, estimates: anything() }),
  training: object<TrainingResult>({
    ...RESULT,
    update: orNull(object<RoundUpdate>({ weights: ID, steps: COUNT, participants: COUNT })),
  }),
};

const readCharge: Read<MechanismEvent> = readEventAt;
const ENTRY = { sequence: PLACE, previous: ID, study: ID, round: PLACE };
const ENTRIES: { readonly [Type in LedgerEntry["type"]]: Read<LedgerEntry> } = {
  round: object<RoundEntry>({ ...ENTRY, type: oneOf(["round"]), publicKey: ID, charge: readCharge }),
  taken: object<TakenEntry>({ ...ENTRY, type: oneOf(["taken"]), batch: ID }),
  published: object<PublishedEntry>({ ...ENTRY, type: oneOf(["published"]), result: ID }),
  cancelled: object<CancelledEntry>({ ...ENTRY, type: oneOf(["cancelled"]), cancellation: ID }),
  abandoned: object<AbandonedEntry>({ ...ENTRY, type: oneOf(["abandoned"]) }),
};

/** One entry of a ledger, whichever it is. */
export const readLedgerEntry: Read<LedgerEntry> = (name, value) => {
  const { type } = anything<Partial<LedgerEntry>>()(name, value ?? {});
  return ENTRIES[oneOf(Object.keys(ENTRIES) as LedgerEntry["type"][])(`${name}.type`, type)](name, value);
};
