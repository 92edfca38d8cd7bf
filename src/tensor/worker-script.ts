/** The little of a page's `Worker` that is used; TypeScript declares it only together with the whole DOM. */
export interface WebWorker {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: "error" | "messageerror",
    listener: (event: { readonly message?: string }) => void,
  ): void;
  terminate(): void;
}

/** The little of a page's global `Worker` that is used. */
export type WebWorkerConstructor = new (url: URL, options: { readonly type: "module" }) => WebWorker;

/** A module that calls {@link serveTasks}, as Node and as a page open it. */
export interface WorkerScript {
  /**
   * `new Worker(new URL("./name.js", import.meta.url), { type: "module" })`: bundlers look for these very
   * words. The constructor that it gets is the page's own, for pages with Trusted Types too.
   */
  readonly inPage: (Worker: WebWorkerConstructor) => WebWorker;
  readonly inNode: {
    /** `./name.js`. */
    readonly path: string;
    /** `import.meta.url`. */
    readonly base: string;
  };
}
