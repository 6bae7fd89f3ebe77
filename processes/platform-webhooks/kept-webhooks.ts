import type { Mode } from '../../domain/kernel/mode.ts';
import { platformWebhook } from '../../domain/platform-webhooks/platform-webhook.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { processOf } from '../kernel/process.ts';

/** A change that a platform reported and that is not carried out. `at`: when it is tried again. */
type KeptWebhook = Readonly<{ webhookId: string; at: string }>;

type Kept = Readonly<{ accountId: string; platform: Platform; body: string; receivedAt: string }>;

/** Carries out a kept change; false where it has to wait. Carrying it out again changes nothing. */
export type FinishWebhook = (kept: Kept, scope: Readonly<{ workspaceId: string; mode: Mode }>) => Promise<boolean>;

/** The request that brought a change carries it out itself, within seconds. */
const ownTimeMs = 60_000;

/** Carries out what platforms reported where the request that brought it could not. */
export const keptWebhooks = processOf<KeptWebhook, KeptWebhook, Readonly<{ finishWebhook: FinishWebhook }>>()({
  name: 'kept-webhooks',
  description: 'Carries out reports of platforms that were kept and not carried out.',
  beginsByItself: true,
  on: {
    PlatformWebhookReceived: (_, { data: { webhookId }, meta }) => ({
      webhookId,
      at: new Date(Date.parse(meta.occurredAt) + ownTimeMs).toISOString(),
    }),
    PlatformWebhookHandled: () => undefined,
  },
  instancesOf: ({ data }) => data.webhookId,
  next: (kept) => ({ at: kept.at, action: kept }),
  act: async ({ webhookId }, context, { finishWebhook }) => {
    const loaded = await context.load(platformWebhook, webhookId);
    const received = loaded?.events.find((event) => event.type === 'PlatformWebhookReceived');
    if (!received || loaded?.state === 'handled') return context.endInstance();
    const { accountId, platform, body } = received.data;
    const kept = { accountId, platform, body, receivedAt: received.meta.occurredAt };
    if (!(await finishWebhook(kept, context))) throw new Error('what the report refers to is not recorded yet');
    await context.send(
      platformWebhook,
      webhookId,
      { type: 'note-handled', webhookId },
      { step: 'handled', last: true },
    );
  },
});
