/** Commands about tables of answers. */
export { addAnalyzeCommand } from "./analyze.js";
export { addDesignCommand } from "./design.js";
