import { z } from 'zod';
import { aiKey, aiKeyView, OwnAiProvider } from '../../domain/ai/ai-key.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { mayManage, Role } from '../../domain/workspaces/role.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import type { AiPorts } from './ports.ts';
import { optional, withDefault } from './fields.ts';

const modelsByDefault = { openai: 'gpt-5-mini', anthropic: 'claude-sonnet-4-5' } as const;

const requireManager = ({ caller }: WriteContext): void => {
  if (caller.kind === 'session' && !mayManage(Role.safeParse(caller.role).data))
    throw new Refused('FORBIDDEN', 'Only the owner and administrators may do this');
};

const putAiKey = (ports: AiPorts) =>
  writeEndpoint({
    method: 'PUT',
    path: '/v1/ai/key',
    id: 'putAiKey',
    summary: "Set or replace the workspace's own AI key",
    description:
      'POST /v1/ai/enhance uses it. The key is sealed at rest and never shown again; the next call uses the new one. ' +
      'A session needs the role OWNER or ADMIN.',
    body: z.object({
      provider: withDefault(OwnAiProvider, 'openai'),
      apiKey: z
        .string()
        .trim()
        .min(8)
        .max(500)
        .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces'),
      model: optional(z.string().trim().min(1).max(100)),
    }),
    reply: z.object({
      provider: z.string().nullable(),
      model: z.string().nullable(),
      lastUpdated: z.string(),
    }),
    errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
    async run({ body: { provider, apiKey, model = modelsByDefault[provider] } }, context) {
      requireManager(context);
      const { workspaceId } = context.caller;
      const version = await ports.keys.put(workspaceId, apiKey);
      const command = { type: 'store-ai-key', provider, model, version } as const;
      const { events } = await context.handle(aiKey, workspaceId, command);
      const { updatedAt: lastUpdated, ...view } = requireView(aiKeyView, events);
      return { body: { ...view, lastUpdated } };
    },
  });

const deleteAiKey = (ports: AiPorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/ai/key',
    id: 'deleteAiKey',
    summary: "Remove the workspace's own AI key",
    description: 'A session needs the role OWNER or ADMIN.',
    reply: Success,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async run(_asked, context) {
      requireManager(context);
      const { workspaceId } = context.caller;
      await context.handle(aiKey, workspaceId, { type: 'remove-ai-key' });
      await ports.keys.remove(workspaceId);
      return { body: success };
    },
  });

/** The workspace's own key of an AI provider. */
export const aiKeyEndpoints = (ports: AiPorts): readonly WriteEndpoint[] => [putAiKey(ports), deleteAiKey(ports)];
