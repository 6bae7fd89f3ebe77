import { expect } from 'chai';
import {
  BroadcastChanged,
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
  BroadcastUnscheduled,
  type BroadcastEvent,
} from '../../../domain/broadcasts/broadcast-events.ts';
import { broadcastView } from '../../../domain/broadcasts/broadcast-view.ts';
import { foldView } from '../../../domain/kernel/decider.ts';
import { recordedFrom } from '../../support/recorded.ts';

const createdAt = '2026-01-05T09:00:00.000Z';
const changedAt = '2026-01-06T09:00:00.000Z';
const startedAt = '2026-01-06T08:59:59.000Z';

const created = BroadcastCreated({
  broadcastId: 'b1',
  name: 'Spring sale',
  messageTemplate: 'Half its price',
  platforms: ['FACEBOOK'],
  sender: null,
  segmentRules: {},
});
const started = BroadcastSendingStarted({
  broadcastId: 'b1',
  audienceId: 'a1',
  contacts: 7,
  batches: 1,
  position: '1',
  startedAt,
});
const refused = BroadcastSendRefused({ code: 'NO_RECIPIENTS', message: 'It has no recipients' });
const viewAfter = (...events: readonly BroadcastEvent[]) =>
  foldView(broadcastView, [
    ...recordedFrom([created], { occurredAt: createdAt, workspaceId: 'w1' }),
    ...recordedFrom(events, { occurredAt: changedAt, workspaceId: 'w1' }),
  ]);

describe('a broadcast as it is shown', () => {
  it('is a draft at first, without a sender where each contact has its own', () => {
    expect(viewAfter()).to.deep.equal({
      id: 'b1',
      workspaceId: 'w1',
      name: 'Spring sale',
      messageTemplate: 'Half its price',
      platforms: ['FACEBOOK'],
      socialAccountId: null,
      segmentRules: {},
      status: 'DRAFT',
      totalContacts: 0,
      error: null,
      scheduledFor: null,
      sentAt: null,
      createdAt,
      updatedAt: createdAt,
    });
  });

  it('has its changes, and keeps the sender that a change does not name', () => {
    const withSender = BroadcastChanged({ sender: { accountId: 'x', platform: 'FACEBOOK' } });
    expect(viewAfter(withSender)).to.include({ socialAccountId: 'x', name: 'Spring sale', updatedAt: changedAt });
    expect(viewAfter(withSender, BroadcastChanged({ name: 'New' }))).to.include({ socialAccountId: 'x', name: 'New' });
    expect(viewAfter(withSender, BroadcastChanged({ sender: null }))).to.include({ socialAccountId: null });
  });

  it('has its time while it is scheduled', () => {
    const scheduled = BroadcastScheduled({ scheduledFor: changedAt });
    expect(viewAfter(scheduled)).to.include({ status: 'SCHEDULED', scheduledFor: changedAt, updatedAt: changedAt });
    expect(viewAfter(scheduled, BroadcastUnscheduled({}))).to.include({ status: 'DRAFT', scheduledFor: null });
  });

  it('has failed, with the reason, where it could not be sent at its time', () => {
    expect(viewAfter(refused)).to.deep.include({
      status: 'FAILED',
      error: { code: 'NO_RECIPIENTS', message: 'It has no recipients' },
      updatedAt: changedAt,
    });
  });

  it('has its recipients and no error from the start of its sending on', () => {
    expect(viewAfter(refused, started)).to.include({
      status: 'SENDING',
      totalContacts: 7,
      error: null,
      sentAt: startedAt,
    });
  });

  it('is paused, sent on and sent', () => {
    const paused = BroadcastPaused({ broadcastId: 'b1' });
    const sent = BroadcastSent({ broadcastId: 'b1', round: 1 });
    const retried = BroadcastRetryStarted({ broadcastId: 'b1', round: 2, contacts: 1, numbers: [1], startedAt });
    const finished = BroadcastLaneFinished({ broadcastId: 'b1', round: 1, lane: 0 });
    expect(viewAfter(started, paused)).to.include({ status: 'PAUSED', updatedAt: changedAt });
    expect(viewAfter(started, paused, BroadcastResumed({ broadcastId: 'b1' }))).to.include({ status: 'SENDING' });
    expect(viewAfter(started, finished)).to.deep.equal(viewAfter(started));
    expect(viewAfter(started, sent)).to.include({ status: 'SENT', updatedAt: changedAt });
    expect(viewAfter(started, sent, retried)).to.include({ status: 'SENDING' });
  });

  it('is not shown once it is deleted', () => {
    expect(viewAfter(BroadcastDeleted({ broadcastId: 'b1' }))).to.equal(undefined);
  });

  it('is not made of events before its creation', () => {
    const early = recordedFrom([refused], { occurredAt: createdAt, workspaceId: 'w1' });
    expect(foldView(broadcastView, early)).to.equal(undefined);
  });
});
