/** `cache` is a browser's; Node's types do not have it. */
const UNCACHED: object = { cache: "no-store" };

/** A request that carries nothing but its bytes: no cookie, referrer or cache, and no way elsewhere. */
export function privateRequest(url: string, more: RequestInit = {}): Request {
  return new Request(url, {
    ...UNCACHED,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    ...more,
  });
}
