import { checkIterable, checkNumber, wrongShape } from "../../validate.js";
import type { ReportCode } from "../report-code.js";
import { checkBytes } from "./check-bytes.js";
import { checkLength } from "./check-length.js";

const BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Vectors of integers as reports. */
export interface GridReports extends ReportCode<Int32Array> {
  /** Their sum, entry by entry. */
  sum(reports: Iterable<Int32Array>): Float64Array;
}

/**
 * `dimension` integers of 32 bits, little-endian, one after the other, whose l2 norm is at most `longest`.
 */
export function gridReports(name: string, dimension: number, longest: number): GridReports {
  const checkReport = (report: Int32Array, path = `${name}: report`): Int32Array => {
    if (!(report instanceof Int32Array)) throw wrongShape(path, report, "an Int32Array");
    checkLength(path, report, dimension, "entries");
    let squares = 0;
    for (let index = 0; index < dimension; index++) squares += report[index]! ** 2;
    checkNumber(`${path}'s l2 norm`, Math.sqrt(squares), {
      min: 0,
      max: longest,
      advice: "no honest report is as long",
    });
    return report;
  };

  return {
    bitsPerReport: 8 * BYTES * dimension,
    encode(report) {
      checkReport(report);
      const bytes = new Uint8Array(BYTES * dimension);
      const view = new DataView(bytes.buffer);
      for (let index = 0; index < dimension; index++) view.setInt32(BYTES * index, report[index]!, true);
      return bytes;
    },
    decode(bytes) {
      checkBytes(`${name}: bytes`, bytes, BYTES * dimension);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const report = new Int32Array(dimension);
      for (let index = 0; index < dimension; index++) report[index] = view.getInt32(BYTES * index, true);
      return checkReport(report);
    },
    sum(reports) {
      const total = new Float64Array(dimension);
      let count = 0;
      for (const report of checkIterable(`${name}: reports`, reports)) {
        checkReport(report, `${name}: reports[${count++}]`);
        for (let index = 0; index < dimension; index++) total[index]! += report[index]!;
      }
      return total;
    },
  };
}
