import type { Calibration } from "../../accounting/calibrate.js";

/** A question, whose arguments the function of that name checks. */
export interface FiguresTask {
  readonly question: "guarantees" | "deltas" | "renyiDivergences";
  readonly event: unknown;
  readonly options: unknown;
}

/** What goes to the thread that accounts. */
export type AccountingTask =
  | FiguresTask
  /** Begins a calibration, which the thread works on until its end or the next beginning. */
  | { readonly question: "calibrate"; readonly target: unknown }
  /** The event of the value that the calibration has asked for. */
  | { readonly question: "calibrate"; readonly event: unknown };

/** How far a calibration has come: the value whose event it needs, or what it found. */
export type CalibrationStep =
  | { readonly done: false; readonly value: number }
  | { readonly done: true; readonly value: Omit<Calibration, "event"> };
