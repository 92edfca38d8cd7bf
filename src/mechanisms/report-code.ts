/**
 * How reports are sent: all of a randomizer's reports have the same length, so that the length reveals
 * nothing.
 */
export interface ReportCode<Report> {
  /** Information in one report; on the wire it takes whole bytes. */
  readonly bitsPerReport: number;
  /**
   * The bytes of a report.
   *
   * @returns ceil(bitsPerReport / 8) bytes
   * @throws DpError BAD_INPUT or OUT_OF_RANGE it is not a report of this randomizer
   */
  encode(report: Report): Uint8Array;
  /**
   * The report behind the bytes.
   *
   * @throws DpError BAD_INPUT another number of bytes; OUT_OF_RANGE no report has these bytes
   */
  decode(bytes: Uint8Array): Report;
}
