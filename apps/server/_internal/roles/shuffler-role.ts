import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { KeyPair } from "../../../../src/federated/crypto/crypto-provider.js";
import { jsonAnswer } from "../../../../src/federated/messages/answers.js";
import type { Handler } from "../../../../src/federated/messages/handler.js";
import { uploadBytes } from "../../../../src/federated/messages/report-bytes.js";
import { router } from "../../../../src/federated/messages/router.js";
import { nodeCrypto } from "../../../../src/federated/node/index.js";
import { openShuffler } from "../../../../src/federated/shuffler/open-shuffler.js";
import type { Shuffler } from "../../../../src/federated/shuffler/shuffler.js";
import type { OpenedStudy } from "../../../../src/federated/study/open-study.js";
import { weightsBytes } from "../../../../src/federated/training/weights-file.js";
import { adminHandler } from "../doors/admin-handler.js";
import { writeListenerRecord } from "../doors/listener-record.js";
import { counted } from "../http/counted.js";
import { listen } from "../http/listener.js";
import { type Metrics, openMetrics } from "../observe/metrics.js";
import { dashboard } from "../pages/dashboard.js";
import { surveyPage } from "../pages/survey-page.js";
import { isPostgres, openShufflerStore } from "../stores/open-shuffler-store.js";
import type { OpenShufflerStore } from "../stores/opened-shuffler-store.js";
import type { CryptoPool } from "../threads/crypto-pool.js";
import type { AnalyzerState } from "./analyzer-role.js";

/** What a shuffler's process runs with. */
export interface ShufflerRoleOptions {
  readonly opened: OpenedStudy;
  readonly keys: KeyPair;
  /** A file of SQLite, or a URL of PostgreSQL. */
  readonly store: string;
  readonly host: string;
  /** The public listener's; the private one's is the next. */
  readonly port: number;
  /** Of the private listener. */
  readonly privateHost: string;
  /** Of the private listener; a new one where it is left out. */
  readonly token: string | undefined;
  readonly connections: number;
  /** 1: the analyzer's operator too. */
  readonly operators: 1 | 2;
  readonly pool: CryptoPool;
  readonly log: Logger;
  /** Sees each request of the public listener first. */
  readonly beforePublic?: (request: Request) => void;
  /** Hears of each request of the private listener that may have opened a round. */
  readonly afterPrivate?: () => void;
  /** Of an analyzer in this process, once it is known. */
  readonly analyzerState?: () => AnalyzerState | undefined;
}

/** A shuffler whose listeners answer. */
export interface ShufflerRole {
  readonly shuffler: Shuffler;
  readonly store: OpenShufflerStore;
  readonly metrics: Metrics;
  readonly token: string;
  readonly url: string;
  readonly privateUrl: string;
  /** Stops listening, lets requests end, and closes the store. */
  shut(): Promise<void>;
}

/** A body of the private listener: a whole ledger may come with an announcement, or a model's weights. */
const PRIVATE_BODY_BYTES = 2 ** 24;

/** Opens a shuffler's store and its two listeners. */
export async function startShuffler(options: ShufflerRoleOptions): Promise<ShufflerRole> {
  const { opened, keys, host, port, privateHost, connections, pool } = options;
  const token = options.token ?? randomBytes(32).toString("hex");
  const store = await openShufflerStore(options.store);
  const closing: (() => Promise<void> | void)[] = [() => store.shut()];
  const shut = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const metrics = openMetrics({
      ...(!isPostgres(options.store) && { store: options.store }),
      rounds: () => store.counts(),
    });
    const shuffler = await openShuffler({
      studies: [opened.signed],
      keys,
      store,
      crypto: nodeCrypto(),
      token,
      makeDummies: pool.makeDummies,
    });
    const doors = handlers({ shuffler, store, token, metrics }, options);
    const { study } = opened;
    const bodyBytes = uploadBytes({ hasCredential: study.admission === "credentials", slots: study.slots });
    const open = await listen(doors.public, { host, port, bodyBytes, connections });
    closing.push(() => open.close());
    const inner = await listen(doors.private, {
      host: privateHost,
      port: open.port + 1,
      bodyBytes: Math.max(PRIVATE_BODY_BYTES, study.task === "training" ? weightsBytes(study) : 0),
      connections,
    });
    closing.push(() => inner.close());
    const privateUrl = `http://${privateHost}:${inner.port}`;
    closing.push(recorded(open.port, { process: process.pid, privateUrl, token }, options.log));
    return { shuffler, store, metrics, token, url: `http://${host}:${open.port}`, privateUrl, shut };
  } catch (error) {
    await shut();
    throw error;
  }
}

function handlers(
  { shuffler, store, token, metrics }: Pick<ShufflerRole, "shuffler" | "store" | "token" | "metrics">,
  { opened, operators, beforePublic, afterPrivate, analyzerState = () => undefined }: ShufflerRoleOptions,
): { readonly public: Handler; readonly private: Handler } {
  const { refusals } = metrics;
  const pages = dashboard({ opened, operators, store, refusals, analyzerState });
  const admin = adminHandler(shuffler, token, metrics, pages);
  const page = router([
    { method: "GET", path: "/v1/studies", handle: async () => jsonAnswer({ studies: [opened.id] }) },
    ...(opened.study.task === "survey" ? surveyPage(opened, operators) : []),
  ]);
  const open: Handler = async (request) => {
    beforePublic?.(request);
    return isProtocols(request) ? shuffler.publicHandler(request) : page(request);
  };
  const inner: Handler = async (request) => {
    const response = await admin(request);
    if (request.method === "POST") afterPrivate?.();
    return response;
  };
  return {
    public: counted(open, (code) => metrics.refused("public", code)),
    private: counted(inner, (code) => metrics.refused("private", code)),
  };
}

/** What the protocol answers; the rest is of pages, and of programs that know a URL alone. */
function isProtocols({ method, url }: Request): boolean {
  return method !== "GET" || /^\/(v1\/studies\/|healthz$)/.test(new URL(url).pathname);
}

/** Without a record the private listener is found by its URL and token alone. */
function recorded(port: number, record: Parameters<typeof writeListenerRecord>[1], log: Logger): () => void {
  try {
    return writeListenerRecord(port, record);
  } catch (error) {
    log.warn({ reason: (error as Error).message }, "no record of the private listener can be kept");
    return () => {};
  }
}
