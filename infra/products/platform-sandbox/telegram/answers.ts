import { jsonReply } from '../body.ts';
import type { NativeFaults } from '../faults.ts';
import type { Json, JsonObject } from '../store.ts';

export const done = (result: Json): Response => jsonReply(200, { ok: true, result });

export const failure = (code: number, description: string, parameters?: JsonObject): Response =>
  jsonReply(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });

export const badRequest = (words: string): Response => failure(400, `Bad Request: ${words}`);
export const unauthorized = (): Response => failure(401, 'Unauthorized');
export const notFound = (): Response => failure(404, 'Not Found');

const waitSeconds = 60;

/**
 * Telegram has neither expired tokens nor duplicates: a dead token is `Unauthorized`, and any text
 * may be sent twice.
 */
export const nativeFaults: NativeFaults = {
  server_error: () => failure(502, 'Bad Gateway'),
  rate_limited: () => failure(429, `Too Many Requests: retry after ${waitSeconds}`, { retry_after: waitSeconds }),
  token_expired: unauthorized,
  token_revoked: unauthorized,
  forbidden: () => failure(403, 'Forbidden: not enough rights to send messages to the chat'),
  media_rejected: () => badRequest('IMAGE_PROCESS_FAILED'),
};
