import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { broadcasts } from '../../../projections/broadcasts/broadcasts.ts';

const given = specFor(broadcasts);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'broadcast-b1', workspaceId: 'w1', at: at(minute) });
const content = {
  name: 'Sale',
  messageTemplate: 'Half price',
  platforms: ['FACEBOOK' as const],
  sender: { accountId: 'a1', platform: 'FACEBOOK' as const },
  segmentRules: { tags: ['vip'] },
};
const created = event('BroadcastCreated', { broadcastId: 'b1', ...content }, in1(0));

describe('the read model broadcasts', () => {
  it('has each broadcast with its state', () =>
    given(created, event('BroadcastChanged', { sender: null }, in1(1)))
      .when(event('BroadcastScheduled', { scheduledFor: at(9) }, in1(2)))
      .then({
        id: 'b1',
        workspace_id: 'w1',
        status: 'SCHEDULED',
        created_at: at(0),
        sending: null,
        view: {
          id: 'b1',
          workspaceId: 'w1',
          name: 'Sale',
          messageTemplate: 'Half price',
          platforms: ['FACEBOOK'],
          socialAccountId: null,
          segmentRules: { tags: ['vip'] },
          status: 'SCHEDULED',
          totalContacts: 0,
          error: null,
          scheduledFor: at(9),
          sentAt: null,
          createdAt: at(0),
          updatedAt: at(2),
        },
      }));
  it('lacks a deleted broadcast', () =>
    given(created)
      .when(event('BroadcastDeleted', { broadcastId: 'b1' }, in1(1)))
      .then());
});
