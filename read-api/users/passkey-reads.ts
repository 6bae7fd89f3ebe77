import { z } from 'zod';
import { readEndpoint } from '../kernel/endpoint.ts';

/** GET /v1/users/me/passkeys. */
export const listMyPasskeys = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/passkeys',
  id: 'listMyPasskeys',
  summary: 'The passkeys that sign me in, the oldest first',
  description: 'Passkeys of an external identity provider are not known here.',
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        addedAt: z.string(),
        lastUsedAt: z.string().nullable().meta({ description: 'Null until it was used' }),
      }),
    ),
    hasPassword: z.boolean().meta({ description: 'Whether a password signs me in too' }),
  }),
  access: 'session',
  reads: ['sign_ins'],
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('sign_ins')
      .select('view')
      .where('id', '=', caller.userId ?? '')
      .executeTakeFirst();
    return { body: { data: [...(row?.view.passkeys ?? [])], hasPassword: row?.view.hasPassword ?? false } };
  },
});
