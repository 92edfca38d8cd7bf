import { frame, type Markish, plot, type ScaleOptions } from "@observablehq/plot";
import { DOMImplementation, type Element, XMLSerializer } from "@xmldom/xmldom";
import { DARK_STYLE, LIGHT } from "./palette.js";

export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface Drawing {
  /** For readers who do not see it. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  readonly x?: ScaleOptions;
  readonly y?: ScaleOptions;
  readonly marks: readonly Markish[];
}

export const FONT_SIZE = 12;
const SVG = "http://www.w3.org/2000/svg";
/** Attributes with coordinates; engines differ in the last digits of a logarithm. */
const COORDINATES = ["transform", "d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height"];

/**
 * A self-contained SVG that follows the reader's light or dark theme; the same drawing gives the same bytes.
 */
export function renderSvg({ label, width, height, margins, marks, x = {}, y = {} }: Drawing): string {
  const { top: marginTop, right: marginRight, bottom: marginBottom, left: marginLeft } = margins;
  const document = new DOMImplementation().createDocument(SVG, "svg");
  const page = frame({
    fill: LIGHT.page,
    stroke: "none",
    ...{ insetTop: -marginTop, insetRight: -marginRight, insetBottom: -marginBottom, insetLeft: -marginLeft },
  });
  const svg = plot({
    ...{ document: document as never, className: "chart", width, height, x, y },
    ...{ marginTop, marginRight, marginBottom, marginLeft },
    ariaLabel: label,
    marks: [page, ...marks],
  }) as unknown as Element;
  svg.setAttribute("role", "img");
  svg.setAttribute("color", LIGHT.ink);
  svg.setAttribute("font-size", `${FONT_SIZE}`);
  const style = document.createElementNS(SVG, "style");
  style.appendChild(document.createTextNode(DARK_STYLE));
  svg.insertBefore(style, svg.firstChild);
  for (const element of svg.getElementsByTagName("*")) roundCoordinates(element);
  const text = new XMLSerializer().serializeToString(svg, { requireWellFormed: true });
  return text.replaceAll("<g ", "\n<g ");
}

function roundCoordinates(element: Element): void {
  for (const name of COORDINATES) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    element.setAttribute(
      name,
      value.replace(/-?\d+\.\d+(e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100 + 0)),
    );
  }
}
