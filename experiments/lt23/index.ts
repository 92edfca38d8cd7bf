/** LT23, loaded as one. */
export { lt23Accuracy1a } from "./accuracy-1a.js";
export { lt23Accuracy1b } from "./accuracy-1b.js";
export { lt23Figure1a } from "./figure-1a.js";
export { lt23Table1 } from "./table-1.js";
