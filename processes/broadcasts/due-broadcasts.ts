import { idFrom } from '../../commands/kernel/deterministic-ids.ts';
import { audienceOf, type Audiences } from '../../domain/broadcasts/audience.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import { batchSize } from '../../domain/broadcasts/broadcast-fields.ts';
import { requireAudience } from '../../domain/broadcasts/broadcast-sending.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { requireFeature } from '../../domain/plans/plan.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { processOf } from '../kernel/process.ts';

type Scheduled = Readonly<{ broadcastId: string; at: string }>;

/** Sends the present version of the broadcast; throws the refusal of one that cannot be sent. */
const send = async ({ broadcastId, at }: Scheduled, context: ActContext, audiences: Audiences): Promise<void> => {
  const state = (await context.load(broadcast, broadcastId))?.state;
  if (state?.kind !== 'existing' || state.status !== 'SCHEDULED') return context.endInstance();
  const plan = (await context.load(workspace, context.workspaceId))?.state?.plan;
  if (plan !== undefined) requireFeature(plan, 'broadcasts');
  const now = context.now().toISOString();
  const audienceId = idFrom(Date.parse(at), JSON.stringify(['audience', broadcastId, at]));
  const { contacts, position } = await audiences.fix(audienceId, audienceOf(state.content, context.workspaceId, now));
  requireAudience(contacts);
  const audience = { audienceId, contacts, batches: Math.ceil(contacts / batchSize), position };
  await context.send(broadcast, broadcastId, { type: 'send-broadcast', audience, now }, { step: `send/${at}` });
};

/** Sends each scheduled broadcast at its time, on the workspace's clock. */
export const dueBroadcasts = processOf<Scheduled, Scheduled, { audiences: Audiences }>()({
  name: 'due-broadcasts',
  description: 'Sends scheduled broadcasts when they are due.',
  on: {
    BroadcastScheduled: (_, { data }, broadcastId) => ({ broadcastId, at: data.scheduledFor }),
    BroadcastUnscheduled: () => undefined,
    BroadcastSendingStarted: () => undefined,
    BroadcastSendRefused: () => undefined,
    BroadcastDeleted: () => undefined,
  },
  instancesOf: ({ stream }) => idOfStream(stream),
  next: (scheduled) => ({ at: scheduled.at, action: scheduled }),
  act: async (scheduled, context, { audiences }) => {
    try {
      await send(scheduled, context, audiences);
    } catch (error) {
      if (!(error instanceof Refused) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      const { code, message } = error;
      const { broadcastId, at } = scheduled;
      await context.send(broadcast, broadcastId, { type: 'refuse-send', code, message }, { step: `refuse/${at}` });
    }
  },
});
