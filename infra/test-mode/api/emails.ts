import { z } from 'zod';
import { readEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional().meta({
    description: 'The same for readers who see HTML, with a button. Absent of a mail from before mails had it',
  }),
  sentAt: z.string(),
  listUnsubscribe: z.string().optional(),
});

export const listSandboxEmails = ({ mails }: Pick<SandboxApiPorts, 'mails'>) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/sandbox/emails',
    id: 'listSandboxEmails',
    summary: 'The mails that this workspace has caused, newest first; none is really sent',
    description:
      'Waits up to five seconds until the due mails have been handed over. `/sandbox/mails` at the origin of the API shows ' +
      'them in a browser.',
    query: z.object({ to: z.string().max(320).optional() }),
    reply: z.object({ emails: z.array(Mail) }),
    run: async ({ query: { to } }, { caller }) => {
      requireTest(caller);
      return { body: { emails: await mails(caller.workspaceId, to) } };
    },
  });
