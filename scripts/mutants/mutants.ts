import { ACCOUNTING } from "./list/accounting.js";
import { ANALYTICS } from "./list/analytics.js";
import { ANSWERS } from "./list/answers.js";
import { AUDITING } from "./list/auditing.js";
import { BANDS } from "./list/bands.js";
import { BLOCKS } from "./list/blocks.js";
import { COMPOSITIONS } from "./list/compositions.js";
import { DOOR } from "./list/door.js";
import { DUMMIES } from "./list/dummies.js";
import { FEDERATION } from "./list/federation.js";
import { GAUSSIAN_PROFILES } from "./list/gaussian-profiles.js";
import { JOINING } from "./list/joining.js";
import { LOWER_ENDS } from "./list/lower-ends.js";
import { MECHANISMS } from "./list/mechanisms.js";
import { MOMENTS } from "./list/moments.js";
import { PERMUTATIONS } from "./list/permutations.js";
import { RANDOM } from "./list/random.js";
import { RARE_LOSS_MUTANTS } from "./list/rare-losses.js";
import { RELEASES } from "./list/releases.js";
import { REPORTS } from "./list/reports.js";
import { ROUNDINGS } from "./list/roundings.js";
import { ROUNDS } from "./list/rounds.js";
import { SCALARS } from "./list/scalars.js";
import { SHAPES } from "./list/shapes.js";
import { TASKS } from "./list/tasks.js";
import { TEXTS } from "./list/texts.js";
import { TRAINING } from "./list/training.js";
import type { Mutant } from "./mutant.js";

/** All mutants, those that take longest first. */
export const MUTANTS: readonly Mutant[] = [
  ...TRAINING,
  ...PERMUTATIONS,
  ...RANDOM,
  ...MECHANISMS,
  ...ANALYTICS,
  ...ACCOUNTING,
  ...ROUNDS,
  ...GAUSSIAN_PROFILES,
  ...ANSWERS,
  ...BANDS,
  ...BLOCKS,
  ...COMPOSITIONS,
  ...DOOR,
  ...DUMMIES,
  ...FEDERATION,
  ...JOINING,
  ...LOWER_ENDS,
  ...MOMENTS,
  ...RARE_LOSS_MUTANTS,
  ...RELEASES,
  ...REPORTS,
  ...ROUNDINGS,
  ...SHAPES,
  ...SCALARS,
  ...AUDITING,
  ...TASKS,
  ...TEXTS,
];
