/** A worker for worker-pool.test.ts: squares its part's number; some tasks misbehave. */
import { DpError } from "../../../dist/src/errors.js";
import { serveTasks } from "../../../dist/src/tensor/serve-tasks.js";

serveTasks((setup) => {
  if (setup === "refuse") throw new Error("setup refused");
  return (task) => (index) => {
    if (task === "throw" && index === 3) throw new Error("part 3 failed");
    if (task === "refuse" && index === 3) {
      const details = { parameter: "part", value: index, allowed: "below 3" };
      throw new DpError("OUT_OF_RANGE", `part must be below 3, got ${index}`, details);
    }
    if (task === "exit" && index === 3) process.exit(7);
    return index * index;
  };
});
