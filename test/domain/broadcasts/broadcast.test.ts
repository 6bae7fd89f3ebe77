import { broadcast } from '../../../domain/broadcasts/broadcast.ts';
import {
  BroadcastChanged,
  BroadcastCreated,
  BroadcastDeleted,
  BroadcastScheduled,
  BroadcastUnscheduled,
  type BroadcastContent,
} from '../../../domain/broadcasts/broadcast-events.ts';
import { specFor } from '../../support/spec.ts';

const now = '2026-01-05T09:00:00.000Z';
const later = '2026-01-06T09:00:00.000Z';
const earlier = '2026-01-04T09:00:00.000Z';
const content: BroadcastContent = {
  name: 'Spring sale',
  messageTemplate: 'Everything at half its price',
  platforms: ['FACEBOOK'],
  sender: null,
  segmentRules: {},
};
const created = BroadcastCreated({ broadcastId: 'b1', ...content, platforms: ['FACEBOOK'] });
const create = { type: 'create-broadcast', broadcastId: 'b1', content, scheduledFor: null, now } as const;
const facebook = { accountId: 'a1', platform: 'FACEBOOK' } as const;
const instagram = { accountId: 'a2', platform: 'INSTAGRAM' } as const;

describe('a broadcast', () => {
  const given = specFor(broadcast);

  it('begins as a draft, or scheduled where it has a time', () => {
    given().when(create).then(created);
    given()
      .when({ ...create, scheduledFor: later })
      .then(created, BroadcastScheduled({ scheduledFor: later }));
  });
  it('is not scheduled in the past', () => {
    given()
      .when({ ...create, scheduledFor: earlier })
      .thenRefused('VALIDATION_ERROR', /in the past/);
    given(created)
      .when({ type: 'change-broadcast', changes: {}, scheduledFor: earlier, now })
      .thenRefused('VALIDATION_ERROR');
  });
  it('is sent by an account on one of its platforms', () => {
    given()
      .when({ ...create, content: { ...content, sender: instagram } })
      .thenRefused('VALIDATION_ERROR', /INSTAGRAM, which is not among/);
    given(created)
      .when({ type: 'change-broadcast', changes: { sender: facebook }, now })
      .then(BroadcastChanged({ sender: facebook }));
    given(created, BroadcastChanged({ sender: facebook }))
      .when({ type: 'change-broadcast', changes: { platforms: ['INSTAGRAM'] }, now })
      .thenRefused('VALIDATION_ERROR');
    given(created, BroadcastChanged({ sender: facebook }))
      .when({ type: 'change-broadcast', changes: { sender: null }, now })
      .then(BroadcastChanged({ sender: null }));
  });
  it('changes what is different from before', () => {
    given(created)
      .when({ type: 'change-broadcast', changes: { name: 'Sale', platforms: ['FACEBOOK'], segmentRules: {} }, now })
      .then(BroadcastChanged({ name: 'Sale' }));
    given(created)
      .when({ type: 'change-broadcast', changes: { name: undefined }, now })
      .thenNothing();
  });
  it('gets, moves and loses its time', () => {
    const scheduled = BroadcastScheduled({ scheduledFor: later });
    const at = (scheduledFor: string | null) => ({ type: 'change-broadcast', changes: {}, scheduledFor, now }) as const;
    given(created).when(at(later)).then(scheduled);
    given(created, scheduled).when(at(later)).thenNothing();
    given(created, scheduled).when(at(null)).then(BroadcastUnscheduled({}));
    given(created, scheduled, BroadcastUnscheduled({})).when(at(null)).thenNothing();
  });
  it('is deleted as a draft, once, and not while it is scheduled', () => {
    given(created)
      .when({ type: 'delete-broadcast' })
      .then(BroadcastDeleted({ broadcastId: 'b1' }));
    given(created, BroadcastDeleted({ broadcastId: 'b1' }))
      .when({ type: 'delete-broadcast' })
      .thenNothing();
    given(created, BroadcastScheduled({ scheduledFor: later }))
      .when({ type: 'delete-broadcast' })
      .thenRefused('BROADCAST_NOT_DELETABLE');
  });
  it('is not found before its creation and after its deletion', () => {
    given().when({ type: 'delete-broadcast' }).thenRefused('NOT_FOUND');
    given(created, BroadcastDeleted({ broadcastId: 'b1' }))
      .when({ type: 'change-broadcast', changes: {}, now })
      .thenRefused('NOT_FOUND');
  });
});
