import { z } from 'zod';
import { readEndpoint } from '../kernel/endpoint.ts';

/** GET /v1/users/me/second-factor. */
export const getMySecondFactor = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/second-factor',
  id: 'getMySecondFactor',
  summary: 'Whether my sign-in asks for a second factor',
  description: 'The second factor of an external identity provider is not known here.',
  reply: z.object({
    enabled: z.boolean().meta({ description: 'Whether a sign-in asks for a code' }),
    enabledAt: z.string().nullable().meta({ description: 'Since when; null where it does not' }),
    recoveryCodesLeft: z.int().meta({ description: 'How many recovery codes were not used yet' }),
  }),
  access: 'session',
  reads: ['sign_ins'],
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('sign_ins')
      .select('view')
      .where('id', '=', caller.userId ?? '')
      .executeTakeFirst();
    const factor = row?.view.secondFactor;
    return {
      body: {
        enabled: factor !== undefined,
        enabledAt: factor?.enabledAt ?? null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      },
    };
  },
});
