import { z } from 'zod';
import type { Explain, Refusal } from '../http.ts';
import { saysInTurn } from '../words.ts';
import { defined } from '../../../../domain/kernel/defined.ts';

/** Telegram Bot API: "Making requests", ResponseParameters. */
const Failure = z.object({
  ok: z.literal(false),
  error_code: z.number().optional(),
  description: z.string(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});

const lockedOut =
  /bot was (kicked|blocked)|bot is not a member|bot can't initiate|user is deactivated|chat was deleted/i;
const tooLong = /(message|caption) is too long/i;
const badMedia =
  /PHOTO_|IMAGE_PROCESS_FAILED|VIDEO_|MEDIA_|wrong file identifier|failed to get HTTP URL content|wrong type of the web page content|file is too big|wrong remote file|file must be non-empty|wrong file type/i;

const isBadMedia = (words: string): boolean =>
  badMedia.test(words) || saysInTurn(words, /there is no /i, / in the request/i);

const migration = /^migrated to (-?\d+)$/;

/** The platform code of an answer that names the chat's new id. */
export const migratedTo = (platformCode: string | undefined): string | undefined =>
  migration.exec(platformCode ?? '')?.[1];

/** Telegram explains its errors in English beside the status. Waits are in the body, not in a header. */
export const explain: Explain = (reply): Refusal | undefined => {
  const body = Failure.safeParse(reply.json).data;
  if (!body) return undefined;
  const code = body.error_code ?? reply.status;
  const { retry_after: wait, migrate_to_chat_id: newChat } = body.parameters ?? {};
  const words = body.description;
  const reported = { message: words, platformCode: String(code) };
  if (code === 401) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (code === 429)
    return {
      ...reported,
      kind: 'not_stored',
      code: 'PLATFORM_RATE_LIMIT',
      ...defined({ retryAfterSeconds: wait }),
    };
  if (code >= 500) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  if (newChat !== undefined) return { ...reported, code: 'PUBLISH_ERROR', platformCode: `migrated to ${newChat}` };
  if (code === 403 && lockedOut.test(words)) return { ...reported, kind: 'unauthorized', code: 'ACCOUNT_DISCONNECTED' };
  if (tooLong.test(words)) return { ...reported, code: 'CONTENT_TOO_LONG' };
  if (code === 413 || isBadMedia(words)) return { ...reported, code: 'MEDIA_REJECTED' };
  return { ...reported, code: 'PUBLISH_ERROR' };
};
