import type { Recorded } from '../../domain/kernel/event.ts';
import { webhookReplayEvents, type WebhookReplayEvent } from '../../domain/webhooks/replay.ts';
import type { ProcessManager } from '../kernel/process-manager.ts';

export type RunningReplay = Readonly<{
  replayId: string;
  endpointId: string;
  from: string;
  to: string;
  events: readonly string[];
  /** Deliveries asked for so far, and the place in the list of sources behind the last of them. */
  requested: number;
  after: string;
  dueAt: string;
}>;

/** Carries a replay on, page by page, until the range is through. */
export const webhookReplayManager: ProcessManager<RunningReplay, RunningReplay> = {
  name: 'webhook-replay',
  description: 'Asks for the deliveries of a replayed stretch of the past.',
  handles: webhookReplayEvents.map(({ type }) => type),
  instancesOf: (event) => [(event.data as { replayId: string }).replayId],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<WebhookReplayEvent>;
    const dueAt = event.meta.occurredAt;
    if (event.type === 'WebhookReplayRequested') {
      const { total: _total, ...asked } = event.data;
      return { ...asked, requested: 0, after: '', dueAt };
    }
    const { after, requested } = event.data;
    return state && after !== null ? { ...state, requested, after, dueAt } : undefined;
  },
  next: (state) => ({ at: state.dueAt, action: state }),
};
