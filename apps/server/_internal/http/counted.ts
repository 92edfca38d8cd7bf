import type { Handler } from "../../../../src/federated/messages/handler.js";

/** A handler whose refusals are told by their code; nothing else of a request is kept. */
export function counted(handler: Handler, refused: (code: string) => void): Handler {
  return async (request) => {
    const response = await handler(request);
    if (response.status < 400) return response;
    const body = await response.text();
    refused(codeOf(body));
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

function codeOf(body: string): string {
  try {
    return String((JSON.parse(body) as { readonly code?: string }).code);
  } catch {
    return "UNKNOWN";
  }
}
