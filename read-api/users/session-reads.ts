import { z } from 'zod';
import { isOpenSession } from '../../domain/sign-in/session-time.ts';
import { signInMethods } from '../../domain/sign-in/sign-in-events.ts';
import { readEndpoint } from '../kernel/endpoint.ts';

/** GET /v1/users/me/sessions. */
export const listMySessions = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/sessions',
  id: 'listMySessions',
  summary: 'Where I am signed in with my password, the latest first',
  description: 'Sessions of an external identity provider are not known here.',
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        startedAt: z.string(),
        method: z.enum(signInMethods),
        address: z.string(),
        device: z.string(),
        current: z.boolean().meta({ description: 'Whether it is the session of this request' }),
      }),
    ),
  }),
  access: 'session',
  reads: ['sign_ins'],
  run: async (_asked, { db, caller, now }) => {
    const row = await db
      .selectFrom('sign_ins')
      .select('view')
      .where('id', '=', caller.userId ?? '')
      .executeTakeFirst();
    const open = (row?.view.sessions ?? []).filter(({ startedAt }) => isOpenSession(startedAt, now));
    return { body: { data: open.toReversed().map((each) => ({ ...each, current: each.id === caller.sessionId })) } };
  },
});
