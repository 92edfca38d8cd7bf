import type { Protocol } from "./protocol.js";
import type { GradientReport, ReportProtocol } from "./report-protocol.js";

/** A protocol whose users send reports through a shuffler. */
export interface ShuffledProtocol<Report extends GradientReport = GradientReport> extends Protocol {
  /**
   * The reports about gradients of `dimension` entries.
   *
   * @throws DpError OUT_OF_RANGE the dimension is not one that the reports are made for, or there is less
   *   noise than they have room for
   */
  reports(dimension: number): ReportProtocol<Report>;
}
