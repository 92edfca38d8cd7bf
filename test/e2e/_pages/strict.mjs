/**
 * What a page does whose policy allows no inline script, no `eval` and no address of a script that is not
 * trusted.
 */
import { auditEvent } from "/dist/lib/auditing.js";
import { openBackgroundAccountant } from "/dist/lib/background.js";
import * as random from "/dist/lib/random.js";
import * as training from "/dist/lib/training.js";
import { tinyRun } from "./tiny-run.mjs";

const violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective} ${blockedURI}`),
);

const ROUND = { kind: "gaussian", noiseMultiplier: 3 };
const COIN = { kind: "randomizedResponse", epsilon: 1, categories: 2 };

const tasks = {
  async account() {
    const accountant = await openBackgroundAccountant();
    const options = { adjacency: "replace-one", delta: 1e-5 };
    const { guarantees } = await accountant.guarantees(ROUND, options);
    await accountant.close();
    return guarantees[0].epsilon.upper;
  },
  async train() {
    const { losses } = await tinyRun({ training, random }, { protocol: "cldp", threads: 1, seed: 5 });
    return losses.length;
  },
  async audit() {
    const { verdict } = await auditEvent(COIN, {
      ...{ adjacency: "replace-one", delta: 0, trials: 3000, claim: 1 },
      seed: 5,
    });
    return verdict;
  },
};

/** What no task does: a picture. Its report is the last one. */
window.breakPolicy = () => {
  new Image().src = "/forbidden.png";
};

/** What a task gives, or how it is refused, and what the policy forbade meanwhile. */
window.run = async (name) => {
  violations.length = 0;
  const result = await tasks[name]().catch(({ name: kind, code, message }) => `${kind} ${code} ${message}`);
  return { result, violations: [...violations] };
};
