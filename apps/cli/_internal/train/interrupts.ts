/** Exit statuses by signal, as shells have them. */
const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** The exit status, once a signal came. */
  exitStatus(): number | undefined;
  stopListening(): void;
}

/** Lets the first Ctrl-C or SIGTERM end the work in good order; the second ends the process at once. */
export function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  let received: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    const status = STATUS[name as keyof typeof STATUS];
    if (received !== undefined) process.exit(status);
    received = status;
    controller.abort();
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, onSignal);
  return {
    signal: controller.signal,
    exitStatus: () => received,
    stopListening: () => {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, onSignal);
    },
  };
}
