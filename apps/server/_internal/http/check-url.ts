import { DpError } from "../../../../src/errors.js";
import { show } from "../../../../src/validate.js";

/**
 * A server's address, without a slash at its end.
 *
 * @throws DpError BAD_INPUT it is no URL of HTTP
 */
export function checkUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/$/, "");
  const allowed = "an http or https URL, e.g. http://localhost:8080";
  const message = `--url must be ${allowed}, got ${show(url)}`;
  throw new DpError("BAD_INPUT", message, { parameter: "--url", value: url, allowed });
}
