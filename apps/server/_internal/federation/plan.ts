import type { SurveyResult, TrainingResult } from "../../../../src/federated/messages/documents.js";
import type { Study } from "../../../../src/federated/study/study.js";

/** Who signs, and where the shuffler is, as a study names them. */
export type PlannedParties = Pick<Study, "owner" | "shuffler" | "analyzer">;

/** How many take part, and how long they have. */
export interface PlanOptions {
  readonly clients: number;
  /** Processes that the clients are spread over. */
  readonly processes: number;
  readonly rounds: number;
  readonly windowSeconds: number;
  /** Whose ledger is charged: another one in each run. */
  readonly population: string;
}

/** What is played: a study, and the users who take part in it. */
export interface FederationPlan {
  /**
   * The study, as its owner decides on it.
   *
   * @param epsilon the budget's: what all rounds spend
   */
  complete(parties: PlannedParties, epsilon: number): Study;
  /** The users, a process each. */
  readonly groups: readonly UserGroup[];
}

/** Users whom one process brings. */
export interface UserGroup {
  readonly users: number;
  /**
   * Writes what it needs into the process's folder.
   *
   * @returns the flags of `client` that say where their data are
   */
  write(folder: string): readonly string[];
}

/** The results of a federation, by its task. */
export type Results = readonly SurveyResult[] | readonly TrainingResult[];

/** Of the users that the floor asks for, and of the reports that the figures credit. */
const SHARE = 0.9;

type PlannedTerms = Pick<
  Study,
  | "admission"
  | "rounds"
  | "floor"
  | "cap"
  | "honestShare"
  | "adjacency"
  | "windowSeconds"
  | "delaySeconds"
  | "retentionDays"
  | "population"
>;

/** What all studies that are played here say alike: all users take part in every round. */
export function plannedTerms({ clients, rounds, windowSeconds, population }: PlanOptions): PlannedTerms {
  return {
    admission: "credentials",
    rounds,
    floor: Math.ceil(SHARE * clients),
    cap: clients,
    honestShare: SHARE,
    adjacency: "replace-one",
    windowSeconds,
    delaySeconds: 1,
    retentionDays: 1,
    population,
  };
}

/** Users in groups as equal as can be: the first one of each, and how many. */
export function splitUsers(
  users: number,
  groups: number,
): readonly { readonly first: number; readonly count: number }[] {
  const start = (group: number): number => Math.floor((group * users) / groups);
  return Array.from({ length: groups }, (_, group) => ({
    first: start(group),
    count: start(group + 1) - start(group),
  }));
}
