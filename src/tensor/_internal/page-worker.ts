import { DpError } from "../../errors.js";
import type { WebWorker, WebWorkerConstructor, WorkerScript } from "../worker-script.js";
import { workerDied } from "./worker-died.js";
import type { WorkerHandle } from "./worker-handle.js";

/** The name that a page with the directive `trusted-types` has to list. */
const POLICY = "croupier-dp";

/** The little of a page's `trustedTypes` that is used. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy;
}

interface ScriptPolicy {
  createScriptURL(url: string): URL;
}

/** Kept: a page that lists its policies lets each be made once. */
let policy: ScriptPolicy | undefined;

/**
 * A Web Worker reports an error of its script and one of starting it alike: before its first message it has
 * not started.
 */
export function pageWorker(script: WorkerScript): WorkerHandle {
  const worker = openInPage(script);
  let started = false;
  worker.addEventListener("message", () => {
    started = true;
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener("message", ({ data }) => listener(data)),
    onDeath(listener) {
      const report = ({ message }: { readonly message?: string }) =>
        listener(started ? workerDied(message) : workersBlocked(ADVICE.source, message));
      worker.addEventListener("error", report);
      worker.addEventListener("messageerror", report);
    },
    terminate: async () => worker.terminate(),
  };
}

function openInPage(script: WorkerScript): WebWorker {
  const { trustedTypes, Worker } = globalThis as unknown as {
    readonly trustedTypes?: TrustedTypes;
    readonly Worker: WebWorkerConstructor;
  };
  let refusal: unknown;
  try {
    policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: (url) => url });
  } catch (cause) {
    refusal = cause; // no matter where a script's address need not be trusted
  }
  const Trusting = class {
    constructor(url: URL, options: { readonly type: "module" }) {
      // biome-ignore lint/correctness/noConstructorReturn: bundlers look for `new Worker(new URL(...))`, whatever that Worker is
      return new Worker(policy?.createScriptURL(url.href) ?? url, options);
    }
  } as unknown as WebWorkerConstructor;
  try {
    return script.inPage(Trusting);
  } catch (cause) {
    throw refusal === undefined
      ? workersBlocked(ADVICE.source, cause)
      : workersBlocked(ADVICE.trustedTypes, refusal);
  }
}

const ADVICE = {
  source:
    "serve the built scripts from the page's own origin, with its Cross-Origin-Embedder-Policy, and let its Content-Security-Policy allow worker-src 'self'",
  trustedTypes: `its Content-Security-Policy has require-trusted-types-for 'script': let its trusted-types allow ${POLICY}, with 'allow-duplicates' where the page loads this library twice`,
};

function workersBlocked(advice: string, cause: unknown): DpError {
  return new DpError("UNSUPPORTED", `workers: this page could not start a Web Worker; ${advice}`, {}, cause);
}
