import { expect } from 'chai';
import fc from 'fast-check';
import { account } from '../../domain/accounts/account.ts';
import { accountView } from '../../domain/accounts/account-view.ts';
import {
  AccountConnected,
  AccountDestinationsLoaded,
  AccountDetailsUpdated,
  AccountDisconnected,
  AccountErrored,
  AccountEventsArrived,
  AccountEventsNotSubscribed,
  AccountEventsSubscribed,
  AccountEventsUnsubscribed,
  AccountPageCleared,
  AccountPageSelected,
  AccountReconnected,
  AccountRecovered,
  AccountTokenRefreshed,
  AccountTokenRefreshFailed,
  AccountTokensForgotten,
  type AccountEvent,
} from '../../domain/accounts/account-events.ts';
import { compactions } from '../../domain/compactions.ts';
import { contactActivity } from '../../domain/contacts/contact-activity.ts';
import {
  ContactCreated,
  ContactDeleted,
  ContactProfileChanged,
  ContactSeen,
  ContactSuppressed,
  ContactTagsChanged,
  ContactUnsuppressed,
  type ContactEvent,
} from '../../domain/contacts/contact-events.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { contactView } from '../../domain/contacts/contact-view.ts';
import { InboundMessageReceived } from '../../domain/contacts/inbound-message.ts';
import { MessageSendStarted, MessageSent } from '../../domain/contacts/message-events.ts';
import { compacted } from '../../domain/kernel/compaction.ts';
import { foldState, foldView } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import { scheduledPlaces, scheduledPlacesCategory } from '../../domain/posts/scheduled-places.ts';
import { SlotFreed, SlotTaken, type SlotEvent } from '../../domain/workspaces/slots.ts';

const hourMs = 3_600_000;

const ruleOf = (category: string) => {
  const rule = compactions.get(category);
  if (!rule) throw new Error(`no compaction of ${category}`);
  return rule;
};

/** The events as the log has them, some hours between them. */
const recorded = <Event extends NewEvent>(events: readonly Event[], hours: number): readonly Recorded<Event>[] =>
  events.map((event, revision) => ({
    ...event,
    id: `e${revision}`,
    stream: 's',
    revision,
    position: { commit: BigInt(revision), prepare: 0n },
    meta: {
      workspaceId: 'w',
      mode: 'live' as const,
      actor: { kind: 'system' as const, id: 's' },
      $correlationId: 'c',
      $causationId: `c${revision}`,
      occurredAt: new Date(Date.UTC(2026, 0, 1) + revision * hours * hourMs).toISOString(),
    },
  })) as readonly Recorded<Event>[];

/** Compacted as it grows, each time onto what the last time left. */
const inSteps = (events: readonly Recorded[], step: number, category: string): readonly Recorded[] => {
  let kept: readonly Recorded[] = [];
  for (let at = 0; at < events.length; at += step)
    kept = compacted([...kept, ...events.slice(at, at + step)], ruleOf(category));
  return kept;
};

const accountId = 'a';
const profile = { platform: 'MASTODON' as const, nativeId: '7' };
const text = fc.constantFrom('x', 'y', 'z');
const names = fc.record(
  { username: text, displayName: text, avatarUrl: text, accountType: text },
  { requiredKeys: ['username', 'displayName'] },
);
const token = fc.record(
  { tokenVersion: fc.integer({ min: 1, max: 9 }), tokenExpiresAt: text, canAutoRefresh: fc.boolean() },
  { requiredKeys: ['tokenVersion'] },
);
const connection = fc.tuple(names, token, text).map(([name, facts, connectionId]) => ({
  accountId,
  connectionId,
  ...profile,
  ...name,
  ...facts,
  connectedById: null,
}));
const named = { accountId, platform: profile.platform };
const laterAccountEvent: fc.Arbitrary<AccountEvent> = fc.oneof(
  { arbitrary: token.map((facts) => AccountTokenRefreshed({ accountId, ...facts })), weight: 4 },
  fc
    .integer({ min: 1, max: 9 })
    .map((attempt) => AccountTokenRefreshFailed({ accountId, attempt, error: 'e', retryAt: '' })),
  connection.map((data) => AccountReconnected(data)),
  names.map((name) => AccountDetailsUpdated({ accountId, ...name })),
  fc
    .tuple(fc.constantFrom('EXPIRED' as const, 'REVOKED' as const, 'ERROR' as const), text)
    .map(([status, error]) => AccountErrored({ ...named, status, error })),
  fc.constant(AccountRecovered(named)),
  text.map((id) => AccountDestinationsLoaded({ accountId, destinations: [{ id, name: id, kind: 'page' }] })),
  text.map((id) => AccountPageSelected({ accountId, page: { id } })),
  fc.constant(AccountPageCleared({ accountId })),
  fc
    .constantFrom('user_disconnected' as const, 'token_revoked' as const)
    .map((reason) => AccountDisconnected({ ...named, reason })),
  fc.boolean().map((revoked) => AccountTokensForgotten({ accountId, revoked })),
  fc
    .tuple(text, fc.boolean())
    .map(([source, arrived]) =>
      AccountEventsSubscribed({ ...named, checkedAt: source, nextCheckAt: null, source, arrived }),
    ),
  fc.tuple(text, fc.boolean()).map(([message, arrived]) =>
    AccountEventsNotSubscribed({
      ...named,
      checkedAt: message,
      nextCheckAt: null,
      arrived,
      message,
      reason: 'refused',
      attempt: 1,
    }),
  ),
  text.map((source) => AccountEventsUnsubscribed({ ...named, source })),
  text.map((source) => AccountEventsArrived({ ...named, source })),
);
const accountHistory = fc
  .tuple(connection, fc.array(laterAccountEvent, { maxLength: 200, size: 'max' }))
  .map(([data, later]): readonly AccountEvent[] => [AccountConnected(data), ...later]);

const slotHistory: fc.Arbitrary<readonly SlotEvent[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      fc.boolean(),
      fc.constantFrom(null, '2030-01-01T00:00:00.000Z'),
    )
    .map(([holder, taken, until]) => (taken ? SlotTaken({ holder, until }) : SlotFreed({ holder }))),
  { minLength: 1, maxLength: 300, size: 'max' },
);

const personId = 'c.0';
const contactCreated = ContactCreated({
  contactId: 'c',
  personId,
  platform: 'FACEBOOK',
  platformId: '7',
  accountId: null,
  displayName: null,
  username: null,
  avatarUrl: null,
  tags: [],
  customFields: '{}',
  lastSeenAt: null,
  lastInboundAt: null,
});
const hourAt = (hours: number): string => new Date(Date.UTC(2026, 0, 1) + hours * hourMs).toISOString();
const inboundAt = (messageId: string, hours: number): ContactEvent =>
  InboundMessageReceived({
    messageId,
    personId,
    accountId: 'a',
    platformMessageId: messageId,
    text: 'x',
    receivedAt: hourAt(hours),
  });
const sendOf = (messageId: string, sentCount: number): readonly ContactEvent[] => [
  MessageSendStarted({
    messageId,
    personId,
    accountId: 'a',
    text: 'x',
    tag: null,
    origin: sentCount % 3 === 0 ? { kind: 'private_reply', commentId: `k${sentCount % 40}` } : { kind: 'direct' },
  }),
  MessageSent({ messageId, personId, platformMessageId: 'p', sentCount }),
];
const number = fc.integer({ min: 0, max: 999 });
const contactHistory: fc.Arbitrary<readonly ContactEvent[]> = fc
  .array(
    fc.oneof(
      { arbitrary: number.map((at) => [inboundAt(`in${at}`, at)]), weight: 4 },
      { arbitrary: number.map((count) => sendOf(`out${count}`, count + 1)), weight: 4 },
      fc.array(text).map((tags) => [ContactTagsChanged({ tags })]),
      number.map((at) => [ContactSeen({ accountId: null, seenAt: hourAt(at) })]),
      text.map((displayName) => [ContactProfileChanged({ personId, displayName })]),
      fc.constantFrom([ContactSuppressed({ reason: 'STOP_KEYWORD' })], [ContactUnsuppressed({})]),
      {
        arbitrary: fc.constant([ContactDeleted({ contactId: 'c', personId, everywhere: false }), contactCreated]),
        weight: 1,
      },
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((parts) => parts.flat());

describe('compactions', () => {
  const steps = fc.integer({ min: 1, max: 120 });
  // All of a stream at one time, hours apart, and weeks apart.
  const gaps = fc.constantFrom(0, 3, 400);

  it('leave the state and the view of an account as the whole stream makes them', () => {
    fc.assert(
      fc.property(accountHistory, steps, gaps, (history, step, hours) => {
        const whole = recorded(history, hours);
        const kept = inSteps(whole, step, account.category) as typeof whole;
        expect(foldState(account, kept)).to.deep.equal(foldState(account, whole));
        expect(foldView(accountView, kept)).to.deep.equal(foldView(accountView, whole));
        expect(kept.at(-1)).to.equal(whole.at(-1));
        const connections = whole.filter(({ data }) => 'connectionId' in data);
        expect(kept.filter(({ data }) => 'connectionId' in data)).to.deep.equal(connections);
      }),
    );
  });

  it('leave the holders of places as the whole stream makes them, in their order, and when each took its place', () => {
    const decider = scheduledPlaces('free');
    fc.assert(
      fc.property(slotHistory, steps, gaps, (history, step, hours) => {
        const whole = recorded(history, hours);
        const kept = inSteps(whole, step, scheduledPlacesCategory) as typeof whole;
        const holders = foldState(decider, whole);
        expect(Object.entries(foldState(decider, kept))).to.deep.equal(Object.entries(holders));
        expect(kept[0]).to.equal(whole[0]);
        const takenAt = (events: typeof whole, holder: string) =>
          events.findLast(({ data }) => data.holder === holder)?.meta.occurredAt;
        for (const holder of Object.keys(holders)) expect(takenAt(kept, holder)).to.equal(takenAt(whole, holder));
      }),
    );
  });

  it('leave the state, the view and the activity of a contact as the whole stream makes them', () => {
    fc.assert(
      fc.property(contactHistory, steps, gaps, (history, step, hours) => {
        const whole = recorded([contactCreated, ...history], hours);
        const kept = inSteps(whole, step, contact.category) as typeof whole;
        expect(foldState(contact, kept)).to.deep.equal(foldState(contact, whole));
        expect(foldView(contactView, kept)).to.deep.equal(foldView(contactView, whole));
        expect(foldView(contactActivity, kept)).to.deep.equal(foldView(contactActivity, whole));
      }),
    );
  });

  it('know when a contact was last seen in the present life, whatever an earlier one had', () => {
    const seen = (hours: number): ContactEvent => ContactSeen({ accountId: null, seenAt: hourAt(hours) });
    const again = [ContactDeleted({ contactId: 'c', personId, everywhere: false }), contactCreated];
    const tags = Array.from({ length: 80 }, () => ContactTagsChanged({ tags: [] }));
    const whole = recorded([contactCreated, seen(2), ...again, seen(1), seen(0), ...tags], 3);
    const kept = inSteps(whole, 1, contact.category) as typeof whole;
    expect(foldState(contact, kept)).to.deep.include({ lastSeenAt: hourAt(1) });
  });

  it('keep a contact who wrote and got thousands of messages as short as one with some', () => {
    const messages = Array.from({ length: 3_000 }, (_, index) => [
      inboundAt(`in${index}`, index),
      ...sendOf(`out${index}`, index + 1),
    ]).flat();
    const whole = recorded([contactCreated, ...messages], 1);
    expect(inSteps(whole, 500, contact.category).length).to.be.below(300);
  });

  it('keep an account of many years as short as one of some days', () => {
    const facts = { tokenVersion: 1, tokenExpiresAt: '2030-01-01T00:00:00.000Z' };
    const connected = AccountConnected({
      accountId,
      connectionId: 'c',
      ...profile,
      username: 'x',
      displayName: 'x',
      connectedById: null,
      ...facts,
    });
    const refreshes = Array.from({ length: 20_000 }, () => AccountTokenRefreshed({ accountId, ...facts }));
    const kept = inSteps(recorded([connected, ...refreshes], 0.5), 100, account.category);
    expect(kept.length).to.be.at.most(100);
  });

  it('keep every event of the last two days, so that a command that is sent again is recognised', () => {
    const whole = recorded(
      Array.from({ length: 500 }, (_, at) =>
        at % 2 === 0 ? SlotTaken({ holder: 'a', until: null }) : SlotFreed({ holder: 'a' }),
      ),
      0.25,
    );
    const kept = inSteps(whole, 100, scheduledPlacesCategory);
    expect(kept.slice(-192)).to.deep.equal(whole.slice(-192));
    expect(kept.length).to.be.below(200);
  });
});
