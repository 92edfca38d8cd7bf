/** For a page under test: what is wrong with its texts. */
globalThis.textChecks = { faint, overlapping, overflowing };

/** Texts whose contrast with what is behind them is below WCAG's AA, which is 4.5, or 3 for large ones. */
function faint() {
  return shownTexts().flatMap((element) => {
    const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const ratio = contrast(rgb(element.closest("svg") ? fill : color), rgb(behind(element)));
    return ratio >= (large ? 3 : 4.5) ? [] : [`${element.textContent}: ${ratio.toFixed(2)}`];
  });
}

/** Pairs of a drawing's texts that lie on each other. */
function overlapping() {
  return [...document.querySelectorAll("svg")].flatMap((svg) => {
    const texts = [...svg.querySelectorAll("text")].map((text) => ({
      words: wordsOf(text),
      box: text.getBoundingClientRect(),
    }));
    return texts.flatMap((a, i) =>
      texts.slice(0, i).flatMap((b) => (meet(a.box, b.box) ? [`${a.words} | ${b.words}`] : [])),
    );
  });
}

/** Texts that leave their drawing, and whether the page is wider than its window. */
function overflowing() {
  const texts = [...document.querySelectorAll("svg text")].filter((text) => {
    const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
    return (
      inner.left < outer.left - 0.5 ||
      inner.right > outer.right + 0.5 ||
      inner.top < outer.top - 0.5 ||
      inner.bottom > outer.bottom + 0.5
    );
  });
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...texts.map(wordsOf), ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth}`] : [])];
}

function shownTexts() {
  return [...document.querySelectorAll("body *, svg text")].filter(
    (element) =>
      !["STYLE", "SCRIPT", "style", "title"].includes(element.tagName) &&
      element.getClientRects().length > 0 &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""),
  );
}

/** Without the tooltip. */
function wordsOf(text) {
  return text.firstChild?.data ?? "";
}

function meet(a, b) {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0.5 && down > 0.5;
}

function behind(element) {
  const svg = element.closest("svg");
  if (svg) return getComputedStyle(svg.querySelector("rect")).fill;
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (rgb(backgroundColor)[3] !== 0) return backgroundColor;
  }
  return "rgb(255, 255, 255)";
}

function rgb(colour) {
  return colour.match(/[\d.]+/g).map(Number);
}

function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour) {
  const [red, green, blue] = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
