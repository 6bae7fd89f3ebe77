import { expect } from 'chai';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import type { FindTargets } from '../../../../infra/adapters/platform-webhooks/find-targets.ts';
import { receiveWebhooks } from '../../../../infra/adapters/platform-webhooks/receive-webhooks.ts';
import type { Community } from '../../../../domain/platforms/community.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { RunContext } from '../../../../domain/platforms/publisher.ts';
import { contactIdOf } from '../../../../commands/contacts/contact-ids.ts';
import { contact } from '../../../../domain/contacts/contact.ts';
import { account } from '../../../../domain/accounts/account.ts';
import { metaWebhooks } from '../../../../infra/outside/platforms/meta/webhooks.ts';
import { connect } from '../../../domain/accounts/samples.ts';
import { MemoryEventStore } from '../../../support/memory-event-store.ts';

const nothing = async (): Promise<never> => {
  throw new Error('not asked for here');
};

const target = { id: 'a1', workspaceId: 'w', platform: 'FACEBOOK', mode: 'test' } as const;
const live = { postId: 'p1', platformPostId: '7_1', objectIds: ['7_1'], publishedAt: '2026-01-01T00:00:00.000Z' };

type Calls = Parameters<typeof receiveWebhooks>[0]['calls'];

/** A node that receives webhooks, with the reads of its log by stream. */
const nodeOn = (
  store: MemoryEventStore,
  faults: unknown[] = [],
  calls: Calls = { call: nothing, offers: () => false },
) => {
  const reads: string[] = [];
  const counted = {
    append: store.append.bind(store),
    read: (stream: string, range?: object) => (reads.push(stream), store.read(stream, range)),
  };
  const targetsOf: FindTargets = async () => [target];
  const { receive } = receiveWebhooks({
    targetsOf,
    commands: new CommandHandler(counted),
    batchOfDelivery: nothing,
    calls,
    sources: { livePosts: async () => [live] },
    now: () => new Date('2026-01-05T09:00:00.000Z'),
    appended: () => undefined,
    onFault: (error) => faults.push(error),
  });
  return { reads, receive: (body: object) => receive(metaWebhooks('FACEBOOK').changes(body), 'test') };
};

const comment = (id: string, message: string, verb = 'add') => {
  const from = { id: '77', name: 'Zoe' };
  const value = { item: 'comment', verb, comment_id: id, post_id: '7_1', from, message, created_time: 1 };
  return { field: 'feed', value };
};
const bodyOf = (...changes: object[]) => ({ object: 'page', entry: [{ id: '7', time: 1, changes }] });

const typesIn = ({ log }: MemoryEventStore) => log.map(({ type }) => type);

describe('the intake of platform webhooks', () => {
  it('keeps a change and carries it out without a read of the log but one of the account', async () => {
    const store = new MemoryEventStore();
    const { receive, reads } = nodeOn(store);
    await receive(bodyOf(comment('7_1_1', 'Hi')));
    expect(typesIn(store)).to.deep.equal(['PlatformWebhookReceived', 'CommentReceived', 'PlatformWebhookHandled']);
    await receive(bodyOf(comment('7_1_2', 'Ho')));
    expect(reads).to.deep.equal(['account-a1']);
  });

  it('seals a direct message for the person that the contact is now, and what is public for the contact', async () => {
    const store = new MemoryEventStore();
    const { receive } = nodeOn(store);
    const commands = new CommandHandler(store);
    const subjects = () =>
      store.log.flatMap(({ type, data }) =>
        type === 'PlatformWebhookReceived' ? [(data as { contactId: string }).contactId] : [],
      );
    const says = (mid: string) => {
      const messaging = [{ sender: { id: '77' }, recipient: { id: '7' }, timestamp: 1, message: { mid, text: 'Hi' } }];
      return { object: 'page', entry: [{ id: '7', time: 1, messaging }] };
    };
    await receive(says('m1'));
    const contactId = contactIdOf('w', 'FACEBOOK', '77');
    const meta = {
      workspaceId: 'w',
      mode: 'test' as const,
      actor: { kind: 'system' as const, id: 's' },
      $correlationId: 'c',
      occurredAt: '2026-01-05T08:00:00.000Z',
    };
    const deletion = { type: 'delete-contact', everywhere: false } as const;
    await commands.handle(contact, contactId, deletion, { commandId: 'delete', meta });
    await receive(says('m2'));
    await receive(bodyOf(comment('7_1_1', 'Hi')));
    expect(subjects()).to.deep.equal([`${contactId}.0`, `${contactId}.1`, contactId]);
    const people = store.log.flatMap(({ type, data }) =>
      type === 'InboundMessageReceived' ? [(data as { personId: string }).personId] : [],
    );
    expect(people).to.deep.equal([`${contactId}.0`, `${contactId}.1`]);
  });

  it('records a change once that two nodes get at once, and again later', async () => {
    const store = new MemoryEventStore();
    const faults: unknown[] = [];
    const [one, other] = [nodeOn(store, faults), nodeOn(store, faults)];
    const body = bodyOf(comment('7_1_1', 'Hi'), comment('7_1_2', 'Ho'));
    await Promise.all([one.receive(body), other.receive(body)]);
    await Promise.all([nodeOn(store, faults).receive(body), one.receive(body)]);
    const each = ['PlatformWebhookReceived', 'CommentReceived', 'PlatformWebhookHandled'];
    expect(typesIn(store)).to.have.members([...each, ...each]);
    expect(faults).to.deep.equal([]);
  });

  it('reads the name of a person whose message has none, once, and records the message without one too', async () => {
    const message = (sender: string, mid: string) => ({
      object: 'page',
      entry: [{ id: '7', messaging: [{ sender: { id: sender }, timestamp: 1, message: { mid, text: 'Hi' } }] }],
    });
    let asked = 0;
    const naming = (person: NonNullable<Community['person']>): Calls => ({
      offers: (_platform, _mode, call) => call === 'person',
      call: (_account, _scope, { run }) => (asked++, run({ person }, {} as RunContext)),
    });
    const store = new MemoryEventStore();
    const faults: unknown[] = [];
    const named = nodeOn(
      store,
      faults,
      naming(async (id) => ({ displayName: `Zoe ${id}`, username: 'x'.repeat(300) })),
    );
    await named.receive(message('77', 'm1'));
    await named.receive(message('77', 'm2'));
    const changes = store.log.filter(({ type }) => type === 'ContactProfileChanged');
    expect(changes.map(({ data }) => data)).to.have.nested.property('[0].displayName', 'Zoe 77');
    expect([changes.length, asked]).to.deep.equal([1, 1]);
    expect((changes[0]?.data as { username: string }).username).to.have.length(255);
    const refusing = nodeOn(
      store,
      faults,
      naming(async () => Promise.reject(new PlatformError('refused', 'PUBLISH_ERROR', 'no permission'))),
    );
    await refusing.receive(message('78', 'm3'));
    await refusing.receive(message('78', 'm4'));
    expect(asked, 'a refusal is not asked again at once').to.equal(2);
    expect(typesIn(store).filter((type) => type === 'InboundMessageReceived')).to.have.length(4);
    expect(faults).to.deep.equal([]);
  });

  it('records the first report about a subscribed account, once', async () => {
    const store = new MemoryEventStore();
    const meta = {
      workspaceId: 'w',
      mode: 'test' as const,
      actor: { kind: 'system' as const, id: 's' },
      $correlationId: 'c',
      occurredAt: '2026-01-05T08:00:00.000Z',
    };
    const commands = new CommandHandler(store);
    const subscription = { kind: 'subscribed', source: '7' } as const;
    for (const command of [
      connect({ accountId: 'a1' }),
      { type: 'record-subscription', pageId: undefined, checkedAt: meta.occurredAt, outcome: subscription } as const,
    ])
      await commands.handle(account, 'a1', command, { commandId: `${command.type}`, meta });
    await nodeOn(store).receive(bodyOf(comment('7_1_1', 'Hi')));
    await nodeOn(store).receive(bodyOf(comment('7_1_2', 'Hi')));
    expect(typesIn(store).filter((type) => type === 'AccountEventsArrived')).to.have.length(1);
  });

  it('changes a known comment by an edit only', async () => {
    const store = new MemoryEventStore();
    const { receive } = nodeOn(store);
    await receive(bodyOf(comment('7_1_1', 'Hi there', 'edited')));
    await receive(bodyOf(comment('7_1_1', 'Hi')));
    await nodeOn(store).receive(bodyOf(comment('7_1_1', 'Hello')));
    await receive(bodyOf(comment('7_1_1', 'Hi all', 'edited')));
    const texts = store.log.flatMap(({ type, data }) =>
      type.startsWith('Comment') ? [(data as { content: string }).content] : [],
    );
    expect(texts).to.deep.equal(['Hi there', 'Hi all']);
    expect(typesIn(store).filter((type) => type === 'PlatformWebhookHandled')).to.have.length(4);
  });

  it('answers in a flood once every change is in the log, and carries all of them out', async () => {
    const store = new MemoryEventStore();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    store.beforeAppend = (stream) => (stream.startsWith('comment-') ? held : undefined);
    const { receive } = nodeOn(store);
    const answered = Array.from({ length: 50 }, (_, n) => receive(bodyOf(comment(`7_1_${n}`, 'Hi'))));
    await Promise.all(answered.slice(10));
    expect(typesIn(store)).to.deep.equal(Array.from({ length: 50 }, () => 'PlatformWebhookReceived'));
    letGo();
    await Promise.all(answered);
    while (typesIn(store).filter((type) => type === 'PlatformWebhookHandled').length < 50)
      await new Promise((resolve) => setImmediate(resolve));
    expect(typesIn(store).filter((type) => type === 'CommentReceived')).to.have.length(50);
  });
});
