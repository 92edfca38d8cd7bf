import { checkTrainingAdjacency, type TrainingAdjacency } from "../training-adjacency.js";

/**
 * How far one record can move a sum of vectors clipped to l2 norm `clipBound`.
 *
 * @throws DpError BAD_INPUT an adjacency that training does not know
 */
export function sensitivity(adjacency: TrainingAdjacency, clipBound: number): number {
  return checkTrainingAdjacency("adjacency", adjacency) === "replace-one" ? 2 * clipBound : clipBound;
}
