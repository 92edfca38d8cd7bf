import { DEFAULT_LIMITS, type PersonalLimits } from "../../../src/federated/index.js";
import { element } from "../dom/element.js";

const STORED = "croupier-limits";

const WORDS: Readonly<Record<keyof PersonalLimits, string>> = {
  epsilon: "epsilon of all studies, against readers of their results",
  delta: "delta of all studies",
  localEpsilon: "epsilon of all rounds of all studies, against malicious operators",
  reportEpsilon: "epsilon of one round's report, against malicious operators",
};
const NAMES = Object.keys(WORDS) as (keyof PersonalLimits)[];

/** The person's own limits, as this browser keeps them. */
export function storedLimits(): PersonalLimits {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? "{}") as Partial<PersonalLimits>;
    const known = NAMES.filter((name) => Number.isFinite(stored[name]) && stored[name]! >= 0);
    return { ...DEFAULT_LIMITS, ...Object.fromEntries(known.map((name) => [name, stored[name]])) };
  } catch {
    return DEFAULT_LIMITS;
  }
}

/** Fields for the limits; each change is kept. */
export function limitFields(changed: () => void): HTMLElement {
  const limits = storedLimits();
  return element(
    "details",
    {},
    element("summary", {}, "Your own limits, over all studies of this site"),
    NAMES.map((name) => limitField(name, limits[name], changed)),
  );
}

function limitField(name: keyof PersonalLimits, value: number, changed: () => void): HTMLElement {
  const input = element("input", { type: "number", min: 0, step: "any", value, "data-limit": name });
  input.addEventListener("change", () => {
    if (!input.reportValidity() || input.value === "") return;
    localStorage.setItem(STORED, JSON.stringify({ ...storedLimits(), [name]: Number(input.value) }));
    changed();
  });
  return element("label", { class: "limit" }, element("span", {}, WORDS[name]), input);
}
