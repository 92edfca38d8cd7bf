import { DpError } from "../../errors.js";
import type { Method } from "../../privacy/index.js";
import { checkCallback, show } from "../../validate.js";
import type { Accountant } from "../accountant.js";
import { accountants, namedAccountants, quickAccountants } from "../accountants/registry.js";
import { isRefusal } from "../claims/is-refusal.js";
import { notApplicable } from "../claims/not-applicable.js";

/** A method that gives no figure for an event. */
export interface NotApplicable {
  /** The method's name. */
  readonly method: Method;
  /** Why, in words. */
  readonly reason: string;
}

/** Which accountants to evaluate; by default all. */
export interface AccountantSelection {
  /** Only this method. */
  readonly method?: Method;
  /** Leave out the methods that may take longer than some 0.1 s. */
  readonly quick?: boolean;
  /** Called before a method is evaluated; some take seconds. */
  readonly onMethod?: (method: Method) => void;
}

export interface Evaluation<Figure> {
  readonly figures: Figure[];
  readonly notApplicable: NotApplicable[];
}

/**
 * Evaluates the selected accountants. A refusal becomes its reason, and so does an error of the method's own,
 * which costs no other method its answer.
 */
export function evaluateAccountants<Figure>(
  selection: AccountantSelection,
  evaluate: (accountant: Accountant) => Figure,
): Evaluation<Figure> {
  const evaluation: Evaluation<Figure> = { figures: [], notApplicable: [] };
  const onMethod = checkCallback("onMethod", selection.onMethod);
  for (const accountant of selected(selection)) {
    onMethod?.(accountant.method);
    try {
      evaluation.figures.push(evaluate(accountant));
    } catch (error) {
      evaluation.notApplicable.push({ method: accountant.method, reason: reasonOf(error) });
    }
  }
  return evaluation;
}

function selected({ method, quick }: AccountantSelection): readonly Accountant[] {
  if (method === undefined) return quick ? quickAccountants : accountants;
  const found = namedAccountants.filter((accountant) => accountant.method === method);
  if (found.length > 0) return found;
  throw notApplicable(
    show(method),
    `not an accountant; choose ${accountants.map((each) => each.method).join(", ")}`,
  );
}

function reasonOf(error: unknown): string {
  if (!isRefusal(error)) throw error;
  if (error instanceof DpError) return error.message.replace(/^[\w-]+: /, "");
  return `an internal error, please report it: ${String(error)}`;
}
