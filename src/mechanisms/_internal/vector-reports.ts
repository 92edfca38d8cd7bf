import type { ReportCode } from "../report-code.js";
import { checkLength } from "./check-length.js";

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** A vector's entries as little-endian doubles, one after the other; `checkReport` throws at a vector that is no report. */
export function vectorReports(
  name: string,
  dimension: number,
  checkReport: (report: Float64Array) => void,
): ReportCode<Float64Array> {
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
      checkLength(`${name}: bytes`, bytes, BYTES * dimension);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const report = Float64Array.from({ length: dimension }, (_, index) =>
        view.getFloat64(BYTES * index, true),
      );
      checkReport(report);
      return report;
    },
  };
}
