import type { StudyFigures } from "../../../src/federated/messages/study-figures.js";
import type { Guarantee } from "../../../src/privacy/guarantee.js";

/** A figure by adversary, and what it is worth in words. */
export interface PageFigure {
  readonly adversary: string;
  readonly credits: string;
  /** Upper end, nats. */
  readonly epsilon: number;
  readonly status: Guarantee["status"];
  /** Status, adjacency, assumptions and source. */
  readonly statement: string;
}

/** What a survey's page is told besides the signed study, of all rounds together. */
export interface SurveyPageData {
  /** Id. */
  readonly study: string;
  /** One operator in all roles sees what a malicious shuffler sees. */
  readonly operators: 1 | 2;
  readonly figures: Readonly<Record<keyof StudyFigures, PageFigure>>;
}
