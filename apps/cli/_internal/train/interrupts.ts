/** Exit statuses by signal, as shells have them. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** From now on; before, a signal ends the process as ever. */
  listen(): void;
  /** The exit status, once a signal came. */
  exitStatus(): number | undefined;
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
    stopListening: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, onSignal);
    },
  };
}
