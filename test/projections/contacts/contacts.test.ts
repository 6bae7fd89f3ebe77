import type { ContactView } from '../../../domain/contacts/contact-view.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { contacts } from '../../../projections/contacts/contacts.ts';

const given = specFor(contacts);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'contact-c1', workspaceId: 'w1', at: at(minute) });
const personId = 'c1.0';
const createdAs = (displayName: string | null, customFields: string, minute = 0) =>
  event(
    'ContactCreated',
    {
      contactId: 'c1',
      personId,
      platform: 'FACEBOOK',
      platformId: 'p1',
      accountId: null,
      displayName,
      username: 'zoe.k',
      avatarUrl: null,
      tags: ['lead'],
      customFields,
      lastSeenAt: null,
      lastInboundAt: null,
    },
    in1(minute),
  );
const created = createdAs('Zoë Kral', '{"city":"Graz"}');
const view: ContactView = {
  id: 'c1',
  workspaceId: 'w1',
  platform: 'FACEBOOK',
  platformId: 'p1',
  accountId: null,
  displayName: 'Zoë Kral',
  username: 'zoe.k',
  avatarUrl: null,
  tags: ['lead'],
  customFields: { city: 'Graz' },
  lastSeenAt: null,
  lastInboundAt: null,
  suppressedAt: null,
  suppressionReason: null,
  messagesSentCount: 0,
  createdAt: at(0),
  updatedAt: at(0),
};
const row = {
  id: 'c1',
  workspace_id: 'w1',
  platform: 'FACEBOOK',
  account_id: null,
  tags: ['lead'],
  words: ['k', 'kral', 'zoe', 'zoek'],
  last_seen_at: null,
  last_inbound_at: null,
  is_suppressed: false,
  created_at: at(0),
};

describe('the read model contacts', () => {
  it('has each contact as its profile and tags are now, with the words that find it', () => {
    given()
      .when(created)
      .then({ ...row, view });
    given(created)
      .when(
        event('ContactProfileChanged', { personId, displayName: null, avatarUrl: 'https://a.test/z' }, in1(1)),
        event('ContactProfileChanged', { personId, customFields: '{"vip":true}' }, in1(2)),
        event('ContactTagsChanged', { tags: ['new', 'vip'] }, in1(3)),
      )
      .then({
        ...row,
        tags: ['new', 'vip'],
        words: ['k', 'zoe', 'zoek'],
        view: {
          ...view,
          displayName: null,
          avatarUrl: 'https://a.test/z',
          customFields: { vip: true },
          tags: ['new', 'vip'],
          updatedAt: at(3),
        },
      });
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    given()
      .when(createdAs(letters.join(' '), 'not JSON, as after an erasure'))
      .then({
        words: letters.slice(0, 20),
        view: { ...view, displayName: letters.join(' '), customFields: {} },
      });
  });

  it('has the last account, the latest activity, the sent messages and the suppression', () => {
    const message = { messageId: 'm1', personId, platformMessageId: 'pm1' };
    const received = { ...message, accountId: 'a2', text: 'Hi' };
    const active = [
      created,
      event('ContactSeen', { accountId: 'a1', seenAt: at(3) }, in1(3)),
      event('InboundMessageReceived', { ...received, receivedAt: at(2) }, in1(4)),
      event('InboundMessageReceived', { ...received, messageId: 'm0', receivedAt: at(1) }, in1(4)),
      event('ContactSeen', { accountId: null, seenAt: at(0) }, in1(5)),
      event('MessageSent', { ...message, messageId: 'm2', sentCount: 7 }, in1(6)),
    ];
    const now = { accountId: 'a2', lastSeenAt: at(3), lastInboundAt: at(2), messagesSentCount: 7 };
    const columns = { ...row, account_id: 'a2', last_seen_at: at(3), last_inbound_at: at(2) };
    given(...active)
      .when(event('ContactSuppressed', { reason: 'STOP_KEYWORD' }, in1(7)))
      .then({
        ...columns,
        is_suppressed: true,
        view: { ...view, ...now, suppressedAt: at(7), suppressionReason: 'STOP_KEYWORD', updatedAt: at(7) },
      });
    given(...active, event('ContactSuppressed', { reason: 'MANUAL' }, in1(7)))
      .when(event('ContactUnsuppressed', {}, in1(8)))
      .then({ ...columns, view: { ...view, ...now, updatedAt: at(8) } });
  });

  it('lacks a deleted and erased contact until it is created again, without its earlier data', () => {
    const deleted = event('ContactDeleted', { contactId: 'c1', personId, everywhere: false }, in1(2));
    const erased = event('ContactErased', { personId }, in1(4));
    const before = [created, event('ContactSeen', { accountId: 'a1', seenAt: at(1) }, in1(1))];
    given(...before)
      .when(deleted)
      .thenNoRows();
    given(...before, deleted)
      .when(event('MessageSent', { messageId: 'm1', personId, platformMessageId: 'pm1', sentCount: 1 }, in1(3)), erased)
      .thenNoRows();
    given(...before, deleted)
      .when(createdAs(null, '{}', 3), event('ContactSuppressed', { reason: 'MANUAL' }, in1(3)), erased)
      .then({
        ...row,
        words: ['k', 'zoe', 'zoek'],
        is_suppressed: true,
        created_at: at(3),
        view: {
          ...view,
          displayName: null,
          customFields: {},
          suppressedAt: at(3),
          suppressionReason: 'MANUAL',
          createdAt: at(3),
          updatedAt: at(3),
        },
      });
  });
});
