/**
 * An answer and the time that it took, no less than on an idle machine: the processor's where that is less
 * than the clock's, as other work has no part in it; it includes what compiles and collects garbage beside
 * the answer. A case asks for several.
 */
export interface Timing {
  readonly name: string;
  readonly seconds: number;
}

const timings: Timing[] = [];

export function timed<Answer>(name: string, answer: () => Answer): Answer {
  const before = process.cpuUsage();
  const start = performance.now();
  try {
    return answer();
  } finally {
    const { user, system } = process.cpuUsage(before);
    const elapsed = performance.now() - start;
    timings.push({ name, seconds: Math.min(elapsed / 1e3, (user + system) / 1e6) });
  }
}

/** The answers since the last time, the slowest one first. */
export function takeTimings(): Timing[] {
  return timings.splice(0).sort((a, b) => b.seconds - a.seconds);
}
