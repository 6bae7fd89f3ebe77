import { expect } from 'chai';
import { contactIdOf } from '../../../commands/contacts/contact-ids.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { account } from '../../../domain/accounts/account.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import { platformWebhook } from '../../../domain/platform-webhooks/platform-webhook.ts';
import { finishWebhooks } from '../../../infra/adapters/platform-webhooks/finish-webhooks.ts';
import { keptWebhooks } from '../../../processes/platform-webhooks/kept-webhooks.ts';
import { event } from '../../../projections/authoring/projection-spec.ts';
import { connect } from '../../domain/accounts/samples.ts';
import { messagingWorld } from '../contacts/messaging-world.ts';

const accountId = 'a1';
const person = contactIdOf('w', 'INSTAGRAM', '900');
const nothing = async (): Promise<never> => {
  throw new Error('not asked for here');
};

const live = { postId: 'p1', platformPostId: '77', objectIds: ['77'], publishedAt: '2026-01-01T00:00:00.000Z' };

const later = { ...live, postId: 'p2', platformPostId: '78', objectIds: ['78'] };

/** An Instagram account whose webhooks are kept, and the process that carries them out. */
const worldOf = async () => {
  const world = await messagingWorld();
  const { store, handle, context, now } = world;
  const asked: boolean[] = [];
  const profile = { platform: 'INSTAGRAM', nativeId: '42', username: 'ada', displayName: 'Ada' } as const;
  await handle(account, accountId, connect({ accountId, profile }));
  const finishWebhook = finishWebhooks({
    commands: new CommandHandler(store),
    sources: {
      livePosts: async (_account, { asIs = false }) => {
        asked.push(asIs);
        // The read models know one post, and learn of the other one.
        return asIs ? [live] : [live, later];
      },
    },
    calls: { call: async () => [] as never, offers: () => false },
    batchOfDelivery: nothing,
    now,
    appended: () => undefined,
  });
  let kept = 0;
  const keep = async (body: string): Promise<string> => {
    const webhookId = `w${kept++}`;
    const received = { webhookId, contactId: person, accountId, platform: 'INSTAGRAM', body } as const;
    await handle(platformWebhook, webhookId, { type: 'receive-webhook', ...received });
    return webhookId;
  };
  const act = (webhookId: string) =>
    keptWebhooks.act({ webhookId, at: '' }, context(webhookId, keptWebhooks.name), { finishWebhook });
  const stateOf = async (webhookId: string) => (await context().load(platformWebhook, webhookId))?.state;
  const from = (what: object): string => JSON.stringify({ sender: { id: '900' }, timestamp: now().getTime(), ...what });
  return { ...world, keep, act, stateOf, from, asked };
};

describe('what a platform reported and was not carried out', () => {
  it('is carried out by the process', async () => {
    const { keep, act, stateOf, from, context } = await worldOf();
    const webhookId = await keep(from({ message: { mid: 'm1', text: 'stop' } }));
    await act(webhookId);
    expect(await stateOf(webhookId)).to.equal('handled');
    expect((await context().load(contact, person))?.state).to.deep.include({
      kind: 'existing',
      suppression: 'STOP_KEYWORD',
    });
  });

  it('waits where a receipt is for a message whose outcome is not recorded yet', async () => {
    const { keep, act, stateOf, from, handle, now, context } = await worldOf();
    await act(await keep(from({ message: { mid: 'm1', text: 'Hi' } })));
    const messageId = 'x1';
    const start = { type: 'start-message', messageId, origin: { kind: 'direct' }, text: 'Yes' } as const;
    await handle(contact, person, { ...start, now: now().toISOString() });
    const receipt = await keep(from({ read: { mid: 'm2' } }));
    const failed = await act(receipt).then(
      () => false,
      () => true,
    );
    expect([failed, await stateOf(receipt)]).to.deep.equal([true, 'received']);
    await handle(contact, person, { type: 'note-message-sent', messageId, platformMessageId: 'm2' });
    await act(receipt);
    expect(await stateOf(receipt)).to.equal('handled');
    const state = (await context().load(contact, person))?.state;
    expect(state?.kind === 'existing' && state.messages.map(({ status }) => status)).to.deep.equal(['read']);
  });

  it('names the post of this service that a mention is in', async () => {
    const { keep, act, store, asked } = await worldOf();
    for (const media of ['77', '78', '79'])
      await act(await keep(JSON.stringify({ field: 'mentions', value: { media_id: media } })));
    const received = store.log.flatMap(({ type, data }) => (type === 'MentionReceived' ? [data] : []));
    expect(received.map((each) => (each as { postId?: string }).postId)).to.deep.equal(['p1', 'p2', undefined]);
    // Only what is not found waits for the read models, and what was found is asked for once.
    expect(asked).to.deep.equal([true, true, false, true, false]);
    const comment = { id: '88', text: 'Hi', from: { id: '900', username: 'zoe' }, media: { id: '77' } };
    await act(await keep(JSON.stringify({ field: 'comments', value: comment })));
    expect(asked).to.have.length(5);
  });

  it('ends where the person was erased since', async () => {
    const { keep, act, stateOf } = await worldOf();
    const webhookId = await keep('[erased]');
    await act(webhookId);
    expect(await stateOf(webhookId)).to.equal('handled');
  });

  it('is due a minute after it was kept, and never once it is carried out', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const of = { webhookId: 'w1', contactId: person, accountId, platform: 'INSTAGRAM', body: '{}' } as const;
    const kept = keptWebhooks.evolve(
      undefined,
      event('PlatformWebhookReceived', of, { stream: 'platformWebhook-w1', at }),
      'w1',
    );
    expect(kept && keptWebhooks.next(kept)?.at).to.equal('2026-01-01T00:01:00.000Z');
    const handled = event('PlatformWebhookHandled', { webhookId: 'w1' }, { stream: 'platformWebhook-w1', at });
    expect(keptWebhooks.evolve(kept, handled, 'w1')).to.equal(undefined);
  });
});
