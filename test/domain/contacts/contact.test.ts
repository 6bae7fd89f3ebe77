import { expect } from 'chai';
import {
  ContactCreated,
  ContactDeleted,
  ContactErased,
  ContactProfileChanged,
  ContactSeen,
  ContactSuppressed,
  ContactTagsChanged,
  ContactUnsuppressed,
  type ContactEvent,
} from '../../../domain/contacts/contact-events.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { InboundMessageReceived } from '../../../domain/contacts/inbound-message.ts';
import { messengerEligibleUntil } from '../../../domain/contacts/messaging-window.ts';
import {
  MessageFailed,
  MessageSendStarted,
  MessageSent,
  type MessageOrigin,
} from '../../../domain/contacts/message-events.ts';
import { searchWords } from '../../../domain/contacts/search-words.ts';
import { isStopMessage } from '../../../domain/contacts/stop-keywords.ts';
import { specFor } from '../../support/spec.ts';

const now = '2026-01-02T00:00:00.000Z';
const before = '2026-01-01T12:00:00.000Z';

describe('a contact', () => {
  const given = specFor(contact);
  const who = { contactId: 'c1', platform: 'FACEBOOK', platformId: '7' } as const;
  const nothing = { accountId: null, displayName: null, username: null, avatarUrl: null };
  const empty = { ...nothing, tags: [], customFields: '{}', lastSeenAt: null, lastInboundAt: null };
  const created = ContactCreated({ ...who, ...empty, personId: 'c1.0' });
  const message = { messageId: 'm1', accountId: 'a1', platformMessageId: 'p1', receivedAt: before };
  const heard = (text = 'Hi', personId = 'c1.0') => InboundMessageReceived({ ...message, personId, text });
  const receive = (text: string) => ({ type: 'receive-message', ...who, ...message, text }) as const;
  const origin = { kind: 'direct' } as const;
  const intent = { messageId: 'o1', personId: 'c1.0', accountId: 'a1', origin, text: 'Hello', tag: null };
  const started = MessageSendStarted(intent);
  const start = { type: 'start-message', messageId: 'o1', origin, text: 'Hello', now } as const;
  const sent = MessageSent({ messageId: 'o1', personId: 'c1.0', platformMessageId: 'x', sentCount: 1 });
  const deleted = ContactDeleted({ contactId: 'c1', personId: 'c1.0', everywhere: false });

  it('is created once and keeps what a second request leaves out', () => {
    given()
      .when({ type: 'upsert-contact', ...who })
      .then(created);
    given(created)
      .when({ type: 'upsert-contact', ...who })
      .thenNothing();
    given(created)
      .when({ type: 'upsert-contact', ...who, username: 'ana', tags: ['a', 'a'] })
      .then(ContactProfileChanged({ personId: 'c1.0', username: 'ana' }), ContactTagsChanged({ tags: ['a'] }));
  });
  it('is suppressed in the same append as a file says so, which lifts nothing', () => {
    const manual = ContactSuppressed({ reason: 'MANUAL' });
    given()
      .when({ type: 'upsert-contact', ...who, suppress: true })
      .then(created, manual);
    given(created)
      .when({ type: 'upsert-contact', ...who, suppress: true })
      .then(manual);
    given(created, ContactSuppressed({ reason: 'STOP_KEYWORD' }))
      .when({ type: 'upsert-contact', ...who, suppress: true })
      .thenNothing();
    given(created, manual)
      .when({ type: 'upsert-contact', ...who, suppress: false })
      .thenNothing();
  });
  it('is not made again by a sender that does not know of its deletion', () => {
    const upsert = { type: 'upsert-contact', ...who, username: 'ana' } as const;
    given(created, deleted)
      .when({ ...upsert, knownDeletions: 0 })
      .thenNothing();
    given(created, deleted, ContactCreated({ ...who, ...empty, personId: 'c1.1' }))
      .when({ ...upsert, knownDeletions: 0 })
      .thenNothing();
    given(created, deleted)
      .when({ ...upsert, knownDeletions: 1 })
      .thenTypes('ContactCreated');
  });
  it('is seen once an hour', () => {
    const seen = { accountId: 'a1', at: now };
    given(created)
      .when({ type: 'upsert-contact', ...who, seen })
      .then(ContactSeen({ accountId: 'a1', seenAt: now }));
    given(created, ContactSeen({ accountId: 'a1', seenAt: '2026-01-01T23:30:00.000Z' }))
      .when({ type: 'upsert-contact', ...who, seen })
      .thenNothing();
  });
  it('is created by its first message, and takes each message once', () => {
    given().when(receive('Hi')).then(created, heard());
    given(created, heard()).when(receive('Hi')).thenNothing();
  });
  it('is suppressed in the same append as the message that opts out', () => {
    given(created)
      .when(receive('Stop.'))
      .then(heard('Stop.'), ContactSuppressed({ reason: 'STOP_KEYWORD' }));
    given(created, ContactSuppressed({ reason: 'MANUAL' }))
      .when(receive('STOP'))
      .then(heard('STOP'));
  });
  it('stays suppressed until a person lifts it, also through its deletion', () => {
    const stopped = ContactSuppressed({ reason: 'STOP_KEYWORD' });
    given(created, stopped, deleted)
      .when({ type: 'upsert-contact', ...who })
      .then(ContactCreated({ ...who, ...empty, personId: 'c1.1' }), stopped);
    given(created, stopped).when({ type: 'change-contact', isSuppressed: false }).then(ContactUnsuppressed({}));
  });
  it('is no longer suppressed by its STOP when the person writes START, and stays so by what the workspace decided', () => {
    const by = (reason: 'STOP_KEYWORD' | 'MANUAL') => ContactSuppressed({ reason });
    given(created, by('STOP_KEYWORD')).when(receive('Start')).then(heard('Start'), ContactUnsuppressed({}));
    given(created, by('MANUAL')).when(receive('Start')).then(heard('Start'));
    given(created, by('STOP_KEYWORD')).when(receive('When do you start?')).then(heard('When do you start?'));
    given(created).when(receive('Start')).then(heard('Start'));
  });
  it('fills the places of a template with its names, and sends what a person wrote unchanged', () => {
    const named = ContactCreated({ ...who, ...empty, personId: 'c1.0', displayName: 'Ada King' });
    const template = 'Hi {{first_name}}, {{username|friend}}';
    const begun = (origin: MessageOrigin, text: string) =>
      MessageSendStarted({ messageId: 'o9', personId: 'c1.0', accountId: 'a1', origin, text, tag: null });
    const broadcast = { kind: 'broadcast', broadcastId: 'b', deliveryId: 'd' } as const;
    for (const [origin, text] of [
      [broadcast, 'Hi Ada, friend'],
      [{ kind: 'direct' } as const, template],
    ] as const)
      given(named, heard())
        .when({ ...start, messageId: 'o9', origin, text: template })
        .then(begun(origin, text));
  });
  it('gets no message that began before its deletion, also when it was made again', () => {
    const again = [deleted, ContactCreated({ ...who, ...empty, personId: 'c1.1' }), heard('Hi', 'c1.1')];
    given(created, heard(), started, ...again)
      .when(start)
      .thenRefused('NOT_FOUND');
    given(created, heard(), started, sent, ...again)
      .when({ ...start, messageId: 'o2' })
      .thenTypes('MessageSendStarted');
  });
  it('is deleted once, and its key destroyed once', () => {
    given(created).when({ type: 'delete-contact', everywhere: false }).then(deleted);
    given(created, deleted).when({ type: 'delete-contact', everywhere: false }).thenRefused('NOT_FOUND');
    given(created, deleted)
      .when({ type: 'note-erased', personId: 'c1.0' })
      .then(ContactErased({ personId: 'c1.0' }));
  });
  it('has at most 100 tags', () => {
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    given(created, ContactTagsChanged({ tags }))
      .when({ type: 'add-tag', tag: 'one more' })
      .thenRefused('VALIDATION_ERROR');
  });

  describe('and a message to it', () => {
    it('begins with its intent and ends with one outcome', () => {
      given(created, heard()).when(start).then(started);
      given(created, heard(), started).when(start).thenNothing();
      given(created, heard(), started)
        .when({ type: 'note-message-sent', messageId: 'o1', platformMessageId: 'x' })
        .then(sent);
      const failure = { code: 'PUBLISH_ERROR', reason: 'no', nothingStored: true, retryAfterSeconds: null };
      given(created, heard(), started, sent)
        .when({ type: 'note-message-failed', messageId: 'o1', ...failure })
        .thenNothing();
      given(created, heard(), started, MessageFailed({ messageId: 'o1', ...failure }))
        .when({ type: 'note-message-sent', messageId: 'o1', platformMessageId: 'x' })
        .thenNothing();
    });
    it('is refused for a suppressed contact, a closed window, no account, and another platform', () => {
      const refused = (...events: readonly ContactEvent[]) =>
        given(...events)
          .when(start)
          .thenRefused('VALIDATION_ERROR');
      refused(created, heard(), ContactSuppressed({ reason: 'STOP_KEYWORD' }));
      refused(created);
      const old = InboundMessageReceived({
        ...message,
        personId: 'c1.0',
        text: 'x',
        receivedAt: '2026-01-01T00:00:00.000Z',
      });
      refused(created, old);
      const onX = ContactCreated({ ...who, ...empty, platform: 'TWITTER', personId: 'c1.0' });
      refused(onX, heard());
    });
  });

  it('may be messaged on INSTAGRAM for 24 hours too, and for a week with the tag of a person', () => {
    const onInstagram = ContactCreated({ ...who, ...empty, platform: 'INSTAGRAM', personId: 'c1.0' });
    for (const begun of [created, onInstagram]) {
      given(begun, heard()).when(start).then(started);
      const late = { ...start, now: '2026-01-03T12:00:00.000Z' };
      given(begun, heard()).when(late).thenRefused('VALIDATION_ERROR');
      const tag = 'HUMAN_AGENT' as const;
      given(begun, heard())
        .when({ ...late, tag })
        .then(MessageSendStarted({ ...intent, tag }));
      // Within the day the tag is not needed.
      given(begun, heard())
        .when({ ...start, tag })
        .then(started);
      given(begun, heard())
        .when({ ...start, tag, now: '2026-01-08T12:00:00.000Z' })
        .thenRefused('VALIDATION_ERROR');
    }
  });
  it('gets one private reply for each comment within a week, without an open window', () => {
    const reply = { kind: 'private_reply', commentId: 'k1' } as const;
    const privately = { ...start, origin: reply, accountId: 'a1', commentedAt: before } as const;
    const replied = MessageSendStarted({ ...intent, origin: reply });
    given(created).when(privately).then(replied);
    given(created).when(start).thenRefused('VALIDATION_ERROR');
    const again = { ...privately, messageId: 'o2' } as const;
    given(created, replied).when(privately).thenNothing();
    for (const later of [[], [sent]])
      given(created, replied, ...later)
        .when(again)
        .thenRefused('VALIDATION_ERROR');
    const other = { ...again, origin: { ...reply, commentId: 'k2' } } as const;
    given(created, replied, sent)
      .when(other)
      .then(MessageSendStarted({ ...intent, messageId: 'o2', origin: other.origin }));
    const failed = (code: string) =>
      MessageFailed({ messageId: 'o1', code, reason: 'No', nothingStored: false, retryAfterSeconds: null });
    given(created, replied, failed('PUBLISH_ERROR'))
      .when(again)
      .then(MessageSendStarted({ ...intent, messageId: 'o2', origin: reply }));
    for (const code of ['PRIVATE_REPLY_USED', 'OUTCOME_UNKNOWN'])
      given(created, replied, failed(code)).when(again).thenRefused('VALIDATION_ERROR');
    given(created)
      .when({ ...privately, now: '2026-01-08T12:00:00.001Z' })
      .thenRefused('VALIDATION_ERROR');
    given(created, ContactSuppressed({ reason: 'STOP_KEYWORD' }))
      .when(privately)
      .thenRefused('VALIDATION_ERROR');
    const onX = ContactCreated({ ...who, ...empty, platform: 'TWITTER', personId: 'c1.0' });
    given(onX).when(privately).thenRefused('VALIDATION_ERROR');
  });
  it('may be messaged on FACEBOOK for 24 hours, never until a past time', () => {
    const of = { platform: 'FACEBOOK', lastInboundAt: before } as const;
    expect(messengerEligibleUntil(of, now)).to.equal('2026-01-02T12:00:00.000Z');
    expect(messengerEligibleUntil(of, '2026-01-02T12:00:00.000Z')).to.equal(null);
    expect(messengerEligibleUntil({ ...of, platform: 'INSTAGRAM' }, now)).to.equal(null);
  });
  it('opts out by a keyword alone', () => {
    for (const text of ['STOP', ' stop! ', 'Unsubscribe', 'opt-out', 'stop all'])
      expect(isStopMessage(text), text).to.equal(true);
    for (const text of ['Do not stop', 'stopping', '', 'the end?']) expect(isStopMessage(text), text).to.equal(false);
  });
  it('is found by the words of its names', () =>
    expect(searchWords({ displayName: 'José  Ortega', username: 'jo_smith' })).to.deep.equal([
      'jo',
      'jose',
      'josmith',
      'ortega',
      'smith',
    ]));
});
