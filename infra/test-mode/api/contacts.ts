import { z } from 'zod';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { Tags } from '../../../domain/contacts/contact-fields.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

const maxContacts = 60_000;

/** Lets a test have an audience of any size without as many messages. */
export const createSandboxContacts = ({ accountRef, makeContacts }: SandboxApiPorts): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/contacts',
    id: 'createSandboxContacts',
    summary: 'Make contacts who have written to an account before',
    description:
      'They wrote at this moment of the test clock, so a contact of FACEBOOK or INSTAGRAM can be messaged for 24 hours. ' +
      'The answer comes once lists and audiences contain them.',
    body: z.object({
      accountId: z.string().max(64),
      count: z.int().min(1).max(maxContacts),
      tags: Tags.default([]),
    }),
    reply: z.object({ created: z.int() }),
    status: 201,
    idempotent: true,
    run: async ({ body: { accountId, count, tags } }, context) => {
      requireTest(context.caller);
      const { platform, nativeId } = await accountRef(accountId, context.caller.workspaceId);
      const { commandId, meta } = context;
      await makeContacts({ account: { id: accountId, platform, nativeId }, count, tags }, { commandId, meta });
      return { status: 201, body: { created: count } };
    },
  });
