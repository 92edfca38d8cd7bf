/** Exit statuses by signal, as shells have them. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** What an interrupted command ends with where there is nothing to tell yet. */
export class Interruption extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface Interrupts {
  readonly signal: AbortSignal;
  /** From now on; before, a signal ends the process as ever. */
  listen(): void;
  /** The exit status, once a signal came. */
  exitStatus(): number | undefined;
  /** The error to end with, once a signal came. */
  interruption(message: string): Interruption;
  stopListening(): void;
}

/** Lets the first Ctrl-C or SIGTERM end the work in good order; the second ends the process at once. */
export function orderlyInterrupts(): Interrupts {
  const controller = new AbortController();
  let received: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    const status = STATUS[name as keyof typeof STATUS];
    if (received !== undefined) process.exit(status);
    received = status;
    controller.abort();
  };
  return {
    signal: controller.signal,
    listen: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, onSignal);
    },
    exitStatus: () => received,
    interruption: (message) => new Interruption(message, received ?? STATUS.SIGINT),
    stopListening: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, onSignal);
    },
  };
}
