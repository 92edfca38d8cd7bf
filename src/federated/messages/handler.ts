/**
 * A party's door: what a server, a page or a test calls. It never rejects: refusals are
 * `application/problem+json`.
 */
export type Handler = (request: Request) => Promise<Response>;
