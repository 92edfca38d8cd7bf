/** An answer and the processor time that it took: a case asks for several. */
export interface Timing {
  readonly name: string;
  readonly seconds: number;
}

const timings: Timing[] = [];

export function timed<Answer>(name: string, answer: () => Answer): Answer {
  const before = process.cpuUsage();
  try {
    return answer();
  } finally {
    const { user, system } = process.cpuUsage(before);
    timings.push({ name, seconds: (user + system) / 1e6 });
  }
}

/** The answers since the last time, the slowest one first. */
export function takeTimings(): Timing[] {
  return timings.splice(0).sort((a, b) => b.seconds - a.seconds);
}
