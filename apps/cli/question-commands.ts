/** Commands that ask about an event. */
export { addAccountCommand } from "./account.js";
export { addCalibrateCommand } from "./calibrate.js";
export { addDeltaCommand } from "./delta.js";
export { addRdpCommand } from "./rdp.js";
