import type { StudyDraft } from "../study/read-study-file.js";

/** What is played: a study, and the users who take part in it. */
export interface FederationPlan {
  /** What the owner decides; the budget's epsilon is what all rounds spend. */
  readonly draft: StudyDraft;
  /** The users, a process each. */
  readonly groups: readonly UserGroup[];
}

/** Users whom one process brings. */
export interface UserGroup {
  readonly users: number;
  /** Writes their data into the process's folder. @returns what `client --data` reads */
  write(folder: string): string;
}

/** The sizes of groups: as equal as can be. */
export function groupSizes(users: number, groups: number): readonly number[] {
  return Array.from(
    { length: groups },
    (_, group) => Math.floor(((group + 1) * users) / groups) - Math.floor((group * users) / groups),
  );
}
