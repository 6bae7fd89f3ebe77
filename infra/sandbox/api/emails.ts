import { z } from 'zod';
import { readEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { keptMails } from '../../mail/sandbox-mailer.ts';
import { requireTest } from './ports.ts';

const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sentAt: z.string() });

export const listSandboxEmails = readEndpoint({
  method: 'GET',
  path: '/v1/sandbox/emails',
  id: 'listSandboxEmails',
  summary: 'The mails this workspace has caused, newest first; none left the machine',
  query: z.object({ to: z.string().max(320).optional() }),
  reply: z.object({ emails: z.array(Mail) }),
  run: async ({ query: { to } }, { caller, db }) => {
    requireTest(caller);
    return { body: { emails: await keptMails(db, caller.workspaceId, { to }) } };
  },
});
