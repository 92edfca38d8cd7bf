/** Fields, and a range, that several kinds have. */
import { DOMAIN, type Range } from "../../validate.js";
import type { EventField } from "./event-kind.js";

export const AT_LEAST_TWO: Range = { ...DOMAIN.count, min: 2 };

export const USERS: EventField = {
  meaning: "users in the data set",
  symbol: "n",
  type: DOMAIN.count,
  unit: "users",
};

export const LOCAL_EPSILON: EventField = {
  meaning: "epsilon of one report by itself",
  symbol: "ε₀",
  type: DOMAIN.localEpsilon,
  unit: "nats",
};

export const REPORT: EventField = { meaning: "what each user who takes part sends", type: "event" };
