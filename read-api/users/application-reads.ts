import { z } from 'zod';
import { readEndpoint } from '../kernel/endpoint.ts';

/** GET /v1/users/me/applications. */
export const listMyApplications = readEndpoint({
  method: 'GET',
  path: '/v1/users/me/applications',
  id: 'listMyApplications',
  summary: 'The applications that may act for me, the latest first',
  description:
    'A program, such as one for chats, that I let act for me in one workspace over MCP. It may do what its scopes and my ' +
    'role allow. The name is what the program calls itself; `redirectHost` is where its authorization was sent.',
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string().meta({ description: 'What the application calls itself' }),
        redirectHost: z.string().meta({ description: 'The host that its authorization was sent to' }),
        clientId: z.string(),
        workspaceId: z.string(),
        scopes: z.array(z.string()),
        connectedAt: z.string(),
      }),
    ),
  }),
  access: 'session',
  reads: ['sign_ins'],
  run: async (_asked, { db, caller }) => {
    const row = await db
      .selectFrom('sign_ins')
      .select('view')
      .where('id', '=', caller.userId ?? '')
      .executeTakeFirst();
    return {
      body: {
        data: (row?.view.applications ?? []).toReversed().map((each) => ({ ...each, scopes: [...each.scopes] })),
      },
    };
  },
});
