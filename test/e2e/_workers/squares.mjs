/** A worker for worker-pool.test.ts: squares its part's number; some tasks misbehave. */
import { serveTasks } from "croupier/tensor";

serveTasks((setup) => {
  if (setup === "refuse") throw new Error("setup refused");
  return (task) => (index) => {
    if (task === "throw" && index === 3) throw new Error("part 3 failed");
    if (task === "exit" && index === 3) process.exit(7);
    return index * index;
  };
});
