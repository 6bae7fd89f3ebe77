import { z } from 'zod';
import { readOnce } from './read-once.ts';
import type { Json, JsonObject } from './store.ts';

/** The body does not match its content type. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

const limit = 2 * 1024 * 1024;

const readText = async (request: Request): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > limit) throw new UnreadableBody('the body is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** The body as text, refused beyond two mebibytes. */
export const textBody = readOnce(readText);

const isType = (request: Request, type: string): boolean =>
  (request.headers.get('content-type') ?? '').toLowerCase().startsWith(type);

/** The escapes by which JSON writes U+0000 and half characters, which are no text in UTF-8. */
const maybeNoText = /\\u(?:0000|d[89a-f])/i;

const hasNoText = (json: Json | undefined): boolean => {
  if (typeof json === 'string') return /[\0\p{Surrogate}]/u.test(json);
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, part]) => hasNoText(name) || hasNoText(part));
};

/** The JSON body; a missing or different content type is refused as the platforms do. */
export const jsonBody = async (request: Request): Promise<Json> => {
  const text = await textBody(request);
  if (!isType(request, 'application/json')) throw new UnreadableBody('the content type is not application/json');
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UnreadableBody('the body is no JSON');
  }
  if (maybeNoText.test(text) && hasNoText(json))
    throw new UnreadableBody('the body has a text that is no Unicode text');
  return json;
};

/** The fields of a form body; of repeated names the last one counts. */
export const formBody = async (request: Request): Promise<Readonly<Record<string, string>>> => {
  if (!isType(request, 'application/x-www-form-urlencoded'))
    throw new UnreadableBody('the content type is not application/x-www-form-urlencoded');
  return Object.fromEntries(new URLSearchParams(await textBody(request)));
};

export const jsonReply = (status: number, body: Json, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

/** The schema of a JSON object with any fields, such as a request that is kept. */
export const AnyObject: z.ZodType<JsonObject> = z.record(z.string(), z.json().optional());

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object, or undefined for any other JSON. */
export const objectOf = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined);
