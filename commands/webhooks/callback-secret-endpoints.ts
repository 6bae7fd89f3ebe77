import { z } from 'zod';
import { callbackSigning } from '../../domain/webhooks/callback-signing.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { replacedSince, windowEnd } from './webhook-endpoints.ts';
import type { WebhookPorts } from './ports.ts';

/**
 * Creates or replaces the secret that signs the workspace's publish callbacks, and returns it this
 * once.
 */
export const callbackSecretEndpoints = (ports: WebhookPorts): readonly WriteEndpoint[] => [
  writeEndpoint({
    method: 'POST',
    path: '/v1/webhooks/callback-secret',
    id: 'issueCallbackSecret',
    summary:
      'Create or replace the secret that signs X-Callback-Url requests; the previous one signs as well for ' +
      '24 hours',
    description:
      'One secret per workspace signs the requests to X-Callback-Url addresses. Only this answer contains ' +
      'it. Another call replaces it; both sign for 24 hours. Before the first call, requests are signed ' +
      'with a secret that no answer has contained.',
    reply: z
      .object({
        secret: z.string().meta({ description: 'Returned this once' }),
        previousSecretValidUntil: z.string().nullable(),
      })
      .meta({ id: 'CallbackSecret' }),
    status: 201,
    errors: ['CONFLICT'],
    storesAnswer: false,
    run: async (_asked, context) => {
      const { workspaceId } = context.caller;
      const owner = { kind: 'callbackSigning', id: workspaceId, workspaceId } as const;
      const before = (await context.load(callbackSigning, workspaceId))?.state.secrets ?? [];
      const secretName = context.newId('secret');
      const secret = await ports.secrets.issue(owner, secretName);
      const command = { type: 'issue', secretName, previousValidUntil: windowEnd(context.now) } as const;
      const { state } = await context.handle(callbackSigning, workspaceId, command);
      const kept = state.secrets.map(({ name }) => name);
      await ports.secrets.forget(
        owner,
        [...before.map(({ name }) => name), secretName].filter((name) => !kept.includes(name)),
      );
      if (!kept.includes(secretName)) throw replacedSince();
      return { status: 201, body: { secret, previousSecretValidUntil: state.secrets[1]?.until ?? null } };
    },
  }),
];
