import { askDoor, type PrivateDoor } from "./private-door.js";

/** Credentials in one request. */
export const MAX_CREDENTIALS = 10_000;

/** Asks a shuffler's private listener for new credentials of a study, hexadecimal. */
export async function enrol(door: PrivateDoor, study: string, count: number): Promise<readonly string[]> {
  const credentials: string[] = [];
  while (credentials.length < count) {
    const body = JSON.stringify({ count: Math.min(MAX_CREDENTIALS, count - credentials.length) });
    const response = await askDoor(door, `/v1/studies/${study}/credentials`, { method: "POST", body });
    const answer = (await response.json()) as { readonly credentials: readonly string[] };
    credentials.push(...answer.credentials);
  }
  return credentials;
}
