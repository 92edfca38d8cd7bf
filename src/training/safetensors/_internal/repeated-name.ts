/**
 * The first name that one object of a valid JSON text has twice: `JSON.parse` would take the last and say
 * nothing.
 */
export function repeatedName(json: string): string | undefined {
  const seen: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    if (json[at] === "{") seen.push(new Set());
    else if (json[at] === "}") seen.pop();
    else if (json[at] === '"') {
      const end = endOfString(json, at);
      const name = isName(json, end) ? (JSON.parse(json.slice(at, end)) as string) : undefined;
      if (name !== undefined && seen.at(-1)!.has(name)) return name;
      if (name !== undefined) seen.at(-1)!.add(name);
      at = end - 1;
    }
  }
  return undefined;
}

function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let backslashes = 0;
  while (json[quote - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (" \t\n\r".includes(json[at]!)) at += 1;
  return json[at] === ":";
}
