import { broadcast } from '../../../domain/broadcasts/broadcast.ts';
import {
  BroadcastCreated,
  BroadcastDeleted,
  BroadcastLaneFinished,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastRetryStarted,
  BroadcastScheduled,
  BroadcastSendingStarted,
  BroadcastSendRefused,
  BroadcastSent,
} from '../../../domain/broadcasts/broadcast-events.ts';
import { specFor } from '../../support/spec.ts';

const now = '2026-01-05T09:00:00.000Z';
const created = BroadcastCreated({
  broadcastId: 'b1',
  name: 'Sale',
  messageTemplate: 'Half price',
  platforms: ['FACEBOOK'],
  sender: null,
  segmentRules: {},
});
const scheduled = BroadcastScheduled({ scheduledFor: now });
const audience = { audienceId: 'a1', contacts: 75, batches: 2, position: '7' };
const send = { type: 'send-broadcast', audience, now } as const;
const started = BroadcastSendingStarted({ broadcastId: 'b1', ...audience, startedAt: now });
const finished = (lane: number, round = 1) => BroadcastLaneFinished({ broadcastId: 'b1', round, lane });
const sent = (round = 1) => BroadcastSent({ broadcastId: 'b1', round });
const all = [created, started, finished(0), finished(1), sent()];
const failed = [{ number: 1, count: 3 }];
const retried = BroadcastRetryStarted({ broadcastId: 'b1', round: 2, contacts: 3, numbers: [1], startedAt: now });

describe('the sending of a broadcast', () => {
  const given = specFor(broadcast);

  it('begins from a draft and from a schedule, once', () => {
    given(created).when(send).then(started);
    given(created, scheduled).when(send).then(started);
    given(created, started).when(send).thenRefused('BROADCAST_ALREADY_SENT');
    given(created, started).when({ type: 'may-send' }).thenRefused('BROADCAST_ALREADY_SENT');
    given(...all)
      .when(send)
      .thenRefused('BROADCAST_ALREADY_SENT');
  });
  it('needs one contact, and takes fifty thousand', () => {
    const to = (contacts: number) => ({ ...send, audience: { ...audience, contacts } });
    given(created).when(to(0)).thenRefused('NO_ELIGIBLE_CONTACTS');
    given(created).when(to(50_000)).thenTypes('BroadcastSendingStarted');
    given(created).when(to(50_001)).thenRefused('BROADCAST_CONTACT_LIMIT_EXCEEDED');
  });
  it('ends with its last lane', () => {
    given(created, started).when({ type: 'finish-lane', round: 1, lane: 1 }).then(finished(1));
    given(created, started, finished(1)).when({ type: 'finish-lane', round: 1, lane: 0 }).then(finished(0), sent());
    given(created, started, finished(1)).when({ type: 'finish-lane', round: 1, lane: 1 }).thenNothing();
  });
  it('is paused and resumed', () => {
    const paused = BroadcastPaused({ broadcastId: 'b1' });
    given(created, started).when({ type: 'pause-broadcast' }).then(paused);
    given(created, started, paused).when({ type: 'pause-broadcast' }).thenNothing();
    given(created, started, paused)
      .when({ type: 'resume-broadcast' })
      .then(BroadcastResumed({ broadcastId: 'b1' }));
    given(created).when({ type: 'pause-broadcast' }).thenRefused('CONFLICT');
    given(...all)
      .when({ type: 'resume-broadcast' })
      .thenRefused('CONFLICT');
  });
  it('is retried when it has ended and deliveries have failed', () => {
    given(...all)
      .when({ type: 'retry-broadcast', failed })
      .then(retried);
    given(...all)
      .when({ type: 'retry-broadcast', failed: [] })
      .thenRefused('NO_FAILED_DELIVERIES');
    given(created).when({ type: 'retry-broadcast', failed }).thenRefused('BROADCAST_NOT_RETRYABLE');
    given(created, started).when({ type: 'retry-broadcast', failed }).thenRefused('BROADCAST_NOT_RETRYABLE');
    given(...all, retried)
      .when({ type: 'finish-lane', round: 2, lane: 1 })
      .then(finished(1, 2), sent(2));
    given(...all, retried)
      .when({ type: 'finish-lane', round: 1, lane: 1 })
      .thenNothing();
  });
  it('fails where a scheduled broadcast cannot be sent', () => {
    const refused = BroadcastSendRefused({ code: 'NO_ELIGIBLE_CONTACTS', message: 'None' });
    const refuse = { type: 'refuse-send', code: 'NO_ELIGIBLE_CONTACTS', message: 'None' } as const;
    given(created, scheduled).when(refuse).then(refused);
    given(created).when(refuse).thenNothing();
    given(created, scheduled, refused).when({ type: 'may-send' }).thenNothing();
    given(created, scheduled, refused)
      .when({ type: 'retry-broadcast', failed: [] })
      .thenRefused('NO_FAILED_DELIVERIES');
    given(created, scheduled, refused)
      .when({ type: 'delete-broadcast' })
      .then(BroadcastDeleted({ broadcastId: 'b1' }));
  });
  it('forbids changes, and deletion until it has ended', () => {
    const change = { type: 'change-broadcast', changes: { name: 'New' }, now } as const;
    given(created, started).when(change).thenRefused('BROADCAST_NOT_EDITABLE');
    given(...all)
      .when(change)
      .thenRefused('BROADCAST_NOT_EDITABLE');
    given(created, started).when({ type: 'delete-broadcast' }).thenRefused('BROADCAST_NOT_DELETABLE');
    given(created, started, BroadcastPaused({ broadcastId: 'b1' }))
      .when({ type: 'delete-broadcast' })
      .thenRefused('BROADCAST_NOT_DELETABLE');
    given(...all)
      .when({ type: 'delete-broadcast' })
      .then(BroadcastDeleted({ broadcastId: 'b1' }));
  });
});
