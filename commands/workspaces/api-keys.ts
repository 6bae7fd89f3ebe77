import { z } from 'zod';
import { validateScopes } from '../../domain/access/scopes.ts';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { AllowedIps, apiKey, type ApiKeyCommand, type ApiKeyEvent } from '../../domain/workspaces/api-key.ts';
import { apiKeyView, type ApiKeyView } from '../../domain/workspaces/api-key-view.ts';
import { apiKeySlots } from '../../domain/workspaces/slots.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Id, Instant } from '../../read-api/contract/fields.ts';
import { claim, isPastGrace } from '../kernel/claim.ts';
import { Name, personOf, requireManager, workspaceParams } from './workspace-fields.ts';
import type { MadeApiKey, Steps, WorkspacePorts } from './ports.ts';
import { ApiKeyReply, presentApiKey } from '../../read-api/contract/api-key.ts';
import { success, Success } from '../../read-api/contract/success.ts';

const keyParams = z.object({ id: Id, keyId: Id });

export type NewApiKey = Readonly<{
  apiKeyId: string;
  workspaceId: string;
  name: string;
  scopes: readonly string[];
  expiresAt: string | null;
  allowedIps: readonly string[];
  canApprove?: boolean;
  createdBy: string;
}>;

const viewAfter = (events: readonly Recorded<ApiKeyEvent>[]): ApiKeyView => {
  const view = foldView(apiKeyView, events);
  if (!view) throw notFound('API key');
  return view;
};

/** Claims a place among the workspace's active keys, then creates the key. */
export const issueApiKey = async (
  wanted: NewApiKey,
  { prefix, hash }: MadeApiKey,
  steps: Steps,
): Promise<ApiKeyView> => {
  const { workspaceId, scopes, allowedIps, ...rest } = wanted;
  const { apiKeyId, expiresAt } = wanted;
  const { now } = steps;
  const creation: ApiKeyCommand = {
    ...rest,
    type: 'create-api-key',
    now,
    prefix,
    hash,
    scopes: [...scopes],
    allowedIps: [...allowedIps],
  };
  const options = { workspaceId, step: 'create-api-key', fresh: true };
  await steps.preview(apiKey, apiKeyId, creation, options);
  await claim(
    apiKeySlots,
    {
      id: workspaceId,
      holder: apiKeyId,
      until: expiresAt,
      terms: {},
      step: 'take-key-place',
      isValid: async (id) => {
        const state = (await steps.load(apiKey, id, { shared: true }))?.state;
        return state ? !state.revoked : !isPastGrace(id);
      },
      options: { workspaceId },
    },
    steps,
  );
  const { events } = await steps.handle(apiKey, apiKeyId, creation, options);
  return viewAfter(events);
};

const createApiKey = ({ makeApiKey }: WorkspacePorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/workspaces/:id/api-keys',
    id: 'createApiKey',
    summary: 'Create an API key; this answer alone contains it',
    description:
      'It needs a session, whatever the scope table allows. The key works while its maker is owner or ' +
      'administrator of the workspace; after that it is revoked, and revocationReason says why. An Idempotency-Key is ignored: the answer ' +
      'holds the key, and a stored answer would store it. `users:read`, `api-keys:read` and ' +
      '`api-keys:write` are valid scopes that open nothing. A key approves or rejects posts only with `canApprove`, which no ' +
      'scope includes, also not `*`; then it decides as its maker.',
    params: workspaceParams,
    body: z.object({
      name: Name,
      scopes: z.array(z.string().max(100)).max(100),
      expiresAt: Instant.nullable().optional(),
      allowedIps: AllowedIps.default([]),
      canApprove: z.boolean().default(false),
    }),
    reply: z.object({ data: ApiKeyReply.extend({ key: z.string() }) }),
    status: 201,
    // Answers of keyed requests are stored for a day; this one must never be stored.
    idempotent: false,
    access: 'session',
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id }, body: { name, scopes, expiresAt = null, allowedIps, canApprove } }, context) {
      await requireManager(id, context);
      const made = makeApiKey(context.caller.mode);
      const created = await issueApiKey(
        {
          apiKeyId: context.newId('api-key'),
          workspaceId: id,
          name,
          scopes,
          expiresAt,
          allowedIps,
          canApprove,
          createdBy: personOf(context),
        },
        made,
        context,
      );
      return { status: 201, body: { data: { ...presentApiKey(created, context.now), key: made.key } } };
    },
  });

const changeApiKey = writeEndpoint({
  method: 'PATCH',
  path: '/v1/workspaces/:id/api-keys/:keyId',
  id: 'changeApiKey',
  summary: 'Change name, scopes, allowed addresses or the right to approve of an API key',
  description:
    'It needs a session. A key outside its address list is 403 FORBIDDEN, and the request is not ' +
    'counted by the rate limiter.',
  params: keyParams,
  body: z
    .object({
      name: Name,
      scopes: z.array(z.string().max(100)).max(100),
      allowedIps: AllowedIps,
      canApprove: z.boolean(),
    })
    .partial(),
  reply: z.object({ data: ApiKeyReply }),
  access: 'session',
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id, keyId }, body }, context) {
    await requireManager(id, context);
    if (body.scopes) validateScopes(body.scopes);
    const { events } = await context.handle(apiKey, keyId, { type: 'change-api-key', ...body });
    return { body: { data: presentApiKey(viewAfter(events), context.now) } };
  },
});

const revokeApiKey = writeEndpoint({
  method: 'DELETE',
  path: '/v1/workspaces/:id/api-keys/:keyId',
  id: 'revokeApiKey',
  summary: 'Revoke an API key for good',
  description:
    'It needs a session. The node that answers refuses the key from the next request on, every other ' +
    'node within five seconds.',
  params: keyParams,
  reply: Success.extend({ data: ApiKeyReply }),
  access: 'session',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  async run({ params: { id, keyId } }, context) {
    await requireManager(id, context);
    const { events } = await context.handle(apiKey, keyId, { type: 'revoke-api-key' }, { step: 'revoke-api-key' });
    await context.handle(apiKeySlots, id, { type: 'release', holder: keyId }, { step: 'free-key-place' });
    return { body: { ...success, data: presentApiKey(viewAfter(events), context.now) } };
  },
});

export const apiKeyEndpoints = (ports: WorkspacePorts) => [createApiKey(ports), changeApiKey, revokeApiKey];
