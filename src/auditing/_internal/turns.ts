/** Milliseconds between two turns of the event loop, so that a signal is heard and progress is shown. */
const TURN_MS = 50;

/** Whether the last turn was long enough ago, and if so the next begins. */
export function turns(): () => boolean {
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < TURN_MS) return false;
    last = now;
    return true;
  };
}

/** Lets the event loop go round once. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
