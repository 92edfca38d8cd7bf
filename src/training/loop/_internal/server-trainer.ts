import type { Ledger } from "../../../accounting/ledger/ledger.js";
import type { MechanismEvent } from "../../../privacy/mechanism-event.js";
import { checkNumber, checkOptions, RANGES, wrongShape } from "../../../validate.js";
import type { SettledConfig } from "../../options/protocol-of.js";
import type { GradientReport, ReportProtocol } from "../../protocols/report-protocol.js";
import type { Aggregate, Trainer } from "../trainer.js";
import type { TrainingState } from "../training-state.js";
import { chargedEvent, chargesIn } from "./charged-event.js";
import { Divergence } from "./divergence.js";
import { type StepOptions, stepAlong } from "./step-along.js";

export interface ServerTrainerParts extends StepOptions {
  readonly reports: ReportProtocol<GradientReport>;
  /** Charged for what `state` says, and for every round that begins. */
  readonly ledger: Ledger;
  readonly state: TrainingState;
  /** What a round shows. */
  readonly event: MechanismEvent;
}

/** A trainer whose parts were checked. */
export class ServerTrainer implements Trainer {
  readonly config: SettledConfig;
  readonly reports: ReportProtocol<GradientReport>;
  readonly #parts: ServerTrainerParts;
  #state: TrainingState;
  /** Whether a round was begun and not yet updated. */
  #isOpen: boolean;

  constructor(parts: ServerTrainerParts) {
    this.config = parts.config;
    this.reports = parts.reports;
    this.#parts = parts;
    this.#state = parts.state;
    // A state that was kept between the two says so by its charges.
    this.#isOpen = (chargesIn(parts.state.ledger)[0]?.times ?? 0) > parts.state.round;
  }

  get state(): TrainingState {
    return this.#state;
  }

  begin(): TrainingState {
    checkNumber("begin: round", this.#state.round + 1, {
      min: 1,
      max: this.config.rounds,
      integer: true,
      advice: "the run has no more rounds",
    });
    const { ledger, event } = this.#parts;
    ledger.charge(event);
    this.#state = { ...this.#state, ledger: chargedEvent(ledger.event) };
    this.#isOpen = true;
    return this.#state;
  }

  update(aggregate: Aggregate): TrainingState {
    const { sum, participants } = checkOptions("update", aggregate, "aggregate");
    if (!this.#isOpen)
      throw wrongShape("update: round", this.#state.round + 1, "begun: its charge comes first");
    this.#checkSum(sum);
    const { examples } = this.#state;
    checkNumber("update: participants", participants, { ...RANGES.nonNegativeInteger, max: examples });
    this.#isOpen = false;
    const moved = stepAlong(this.reports.mean(sum, participants), this.#state, this.#parts);
    const round = this.#state.round + 1;
    if (!moved.weights.every(Number.isFinite)) throw new Divergence(round);
    this.#state = { ...this.#state, ...moved, round };
    return this.#state;
  }

  #checkSum(sum: Float64Array): void {
    const { dimension } = this.reports;
    if (!(sum instanceof Float64Array)) throw wrongShape("update: sum", sum, "a Float64Array");
    if (sum.length !== dimension) throw wrongShape("update: sum", sum.length, `${dimension} numbers`);
    const place = sum.findIndex((entry) => !Number.isFinite(entry));
    if (place >= 0) checkNumber(`update: sum[${place}]`, sum[place], {});
  }
}
