import { processOf } from '../kernel/process.ts';
import { runReplay, type PastEvents, type RunningReplay } from './run-replay.ts';

/** Continues a replay, page by page, until its range is done. */
export const webhookReplays = processOf<RunningReplay, RunningReplay, { pastEvents: PastEvents }>()({
  name: 'webhook-replay',
  description: 'Creates the deliveries of a replay.',
  on: {
    WebhookReplayRequested: (_, { data: { total: _total, ...asked }, meta }) => ({
      ...asked,
      requested: 0,
      after: '',
      dueAt: meta.occurredAt,
    }),
    WebhookReplayProgressed: (state, { data: { after, requested }, meta }) =>
      state && after !== null ? { ...state, requested, after, dueAt: meta.occurredAt } : undefined,
  },
  instancesOf: ({ data }) => data.replayId,
  next: (state) => ({ at: state.dueAt, action: state }),
  act: runReplay,
});
