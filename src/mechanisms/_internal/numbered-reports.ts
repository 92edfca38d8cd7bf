import type { ReportCode } from "../report-code.js";
import { checkLength } from "./check-length.js";
import { checkReport } from "./check-reports.js";

/** Report r < reportCount <= 2^53 as a little-endian integer of as few bytes as the largest needs. */
export function numberedReports(name: string, reportCount: number): ReportCode<number> {
  const bitsPerReport = Math.ceil(Math.log2(reportCount));
  const size = Math.ceil(bitsPerReport / 8);
  return {
    bitsPerReport,
    encode(report) {
      checkReport(name, report, reportCount);
      return Uint8Array.from({ length: size }, (_, index) => Math.floor(report / 256 ** index) % 256);
    },
    decode(bytes) {
      checkLength(`${name}: bytes`, bytes, size);
      const report = bytes.reduceRight((number, byte) => 256 * number + byte, 0);
      return checkReport(name, report, reportCount);
    },
  };
}
