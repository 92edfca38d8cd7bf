import { checkIterable } from "../../validate.js";
import type { ReportCode } from "../report-code.js";
import { checkBytes } from "./check-bytes.js";

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Vectors as reports. */
export interface VectorReports extends ReportCode<Float64Array> {
  /** The sum of reports, each divided by a number first. */
  sum(reports: Iterable<Float64Array>, divisor: number): Float64Array;
}

/**
 * A vector's entries as little-endian doubles, one after the other; `checkReport` throws at a vector that is
 * no report.
 */
export function vectorReports(
  name: string,
  dimension: number,
  checkReport: (report: Float64Array, path?: string) => void,
): VectorReports {
  return {
    bitsPerReport: 8 * BYTES * dimension,
    encode(report) {
      checkReport(report);
      const bytes = new Uint8Array(BYTES * dimension);
      const view = new DataView(bytes.buffer);
      for (const [index, entry] of report.entries()) view.setFloat64(BYTES * index, entry, true);
      return bytes;
    },
    decode(bytes) {
      checkBytes(`${name}: bytes`, bytes, BYTES * dimension);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const report = Float64Array.from({ length: dimension }, (_, index) =>
        view.getFloat64(BYTES * index, true),
      );
      checkReport(report);
      return report;
    },
    sum(reports, divisor) {
      const sum = new Float64Array(dimension);
      let count = 0;
      for (const report of checkIterable(`${name}: reports`, reports)) {
        checkReport(report, `${name}: reports[${count++}]`);
        for (let entry = 0; entry < dimension; entry++) sum[entry]! += report[entry]! / divisor;
      }
      return sum;
    },
  };
}
