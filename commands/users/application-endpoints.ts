import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { signIn } from '../../domain/sign-in/sign-in.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { personOf } from '../workspaces/workspace-fields.ts';

const disconnectApplication = writeEndpoint({
  method: 'DELETE',
  path: '/v1/users/me/applications/:applicationId',
  id: 'disconnectApplication',
  summary: 'Let an application no longer act for me',
  description:
    'Its tokens open nothing from then on, on this node at once, on others within five seconds. It is in the audit log of ' +
    'the workspace in which the application acted.',
  params: z.object({ applicationId: Id }),
  reply: Success,
  access: 'session',
  errors: ['NOT_FOUND'],
  async run({ params: { applicationId: connectionId } }, context) {
    const userId = personOf(context);
    const state = (await context.load(signIn, userId, { shared: true }))?.state;
    const workspaceId = state?.applications[connectionId]?.workspaceId;
    if (workspaceId === undefined) {
      if (state?.disconnected.includes(connectionId)) return { body: success };
      throw notFound('application');
    }
    // The event is of the workspace in which the application acted, so its audit log has it.
    const command = { type: 'disconnect-application', userId, connectionId } as const;
    await context.handle(signIn, userId, command, { shared: true, workspaceId });
    return { body: success };
  },
});

export const applicationEndpoints: readonly WriteEndpoint[] = [disconnectApplication];
