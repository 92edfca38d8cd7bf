/** Commands that train, and that look at what was trained. */
export { addAuditCommand } from "./audit.js";
export { addExperimentCommand } from "./experiment.js";
export { addPredictCommand } from "./predict.js";
export { addTrainCommand } from "./train.js";
