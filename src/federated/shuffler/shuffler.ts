import type { Handler } from "../messages/handler.js";

/** The shuffler, whatever keeps its rows and carries its messages. */
export interface Shuffler {
  /**
   * For everybody. `GET /healthz`, `GET /v1/studies/{id}`, `GET .../rounds/current`, `GET .../rounds/{n}`,
   * `POST .../rounds/{n}/reports`, `GET .../rounds/{n}/result`, `GET /v1/studies/{id}/weights/{sha256}`.
   * Nothing about a round's reports while it collects.
   */
  readonly publicHandler: Handler;
  /**
   * For the analyzer, who has the token. `GET /healthz`, `GET /v1/ledgers/{ledger}?after=k`,
   * `POST /v1/studies/{id}/weights/{sha256}` before `POST /v1/studies/{id}/announcements`,
   * `GET .../rounds/{n}`, `GET .../rounds/{n}/batch/{slot}` (with `Range`), `POST .../rounds/{n}/cancel`,
   * `POST .../rounds/{n}/done`.
   */
  readonly privateHandler: Handler;
  /** Admits credentials: 32 random bytes each, of which only digests are kept. */
  enrol(study: string, credentials: readonly Uint8Array[]): Promise<void>;
  /**
   * Does all that is due by now: dummies of open rounds, closing, freezing or cancelling, expiring. Safe to
   * call again at any time, also after a crash at any point; calls wait for each other.
   *
   * @returns when the next round closes, milliseconds since 1970; undefined where none collects
   */
  tick(signal?: AbortSignal): Promise<number | undefined>;
}
