/** LT22, loaded as one. */
export { lt22Accuracy } from "./accuracy.js";
export { lt22CheckIn } from "./check-in.js";
export { lt22Figure1a } from "./figure-1a.js";
export { lt22LdpSgd } from "./ldp-sgd.js";
export { lt22Table1 } from "./table-1.js";
