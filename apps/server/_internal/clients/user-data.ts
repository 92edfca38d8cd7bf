import type { ClientInput } from "../../../../src/federated/client/client.js";
import type { ClientOptions } from "../../../../src/federated/client/open-client.js";

/** The data of the users whom one process brings. */
export interface UserData {
  readonly count: number;
  /** What a user, numbered from 0, puts into a round. */
  inputOf(user: number): ClientInput;
  /** What a user's client needs for the study's task. */
  optionsOf(user: number): Pick<ClientOptions, "source" | "tasks">;
}

/** Which of the data's users: all by default. */
export interface UserRange {
  /** The first one, numbered from 0. */
  readonly first: number;
  /** How many; all that follow, where it is left out. */
  readonly count: number | undefined;
}
