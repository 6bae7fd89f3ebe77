import { expect } from 'chai';
import fc from 'fast-check';
import { sendDirectMessage } from '../../../processes/broadcasts/send-message.ts';
import type { MessageOutcome } from '../../../processes/broadcasts/ports.ts';
import { fates, messagingWorld, person, type Fate } from '../contacts/messaging-world.ts';

const message = (attempt = 0) => ({
  messageId: `d1.1.${attempt}`,
  contactId: person,
  broadcastId: 'b1',
  deliveryId: 'd1',
  text: 'Half price',
  accountId: undefined,
});

const worldOf = async (...of: readonly Fate[]) => {
  const queue = [...of];
  const world = await messagingWorld(() => queue.shift() ?? 'taken');
  const send = sendDirectMessage(world.messaging);
  return { ...world, send: (attempt = 0) => send(message(attempt), world.context()) };
};

describe('a message of a broadcast', () => {
  for (const fate of ['reset_after', 'error_after'] as const)
    it(`is found on the platform after ${fate}, and not sent again`, async () => {
      const { send, delivered } = await worldOf(fate);
      expect(await send()).to.deep.equal({ outcome: 'sent' });
      expect(await send()).to.deep.equal({ outcome: 'sent' });
      expect(delivered).to.have.length(1);
    });

  it('is looked up when its call has ended, and sent again only where the platform has none', async () => {
    const { send, delivered, advance } = await worldOf('killed_before');
    await send().catch(() => undefined);
    expect(await send()).to.deep.equal({ outcome: 'undecided', lookAt: '2026-01-05T09:00:30.000Z' });
    advance(31);
    expect(await send()).to.deep.include({ outcome: 'postponed', isPlatformBusy: false });
    expect(delivered).to.have.length(0);
    expect(await send(1)).to.deep.equal({ outcome: 'sent' });
  });

  it('is looked for again before it is sent again, because a platform may list it late', async () => {
    const { send, delivered, advance, arrive } = await worldOf('late');
    expect(await send()).to.include({ outcome: 'undecided' });
    advance(31);
    expect(await send()).to.include({ outcome: 'postponed' });
    arrive();
    expect(await send(1)).to.deep.equal({ outcome: 'sent' });
    expect(delivered).to.have.length(1);
  });

  it('waits for a busy platform, and fails where the platform refuses it', async () => {
    const { send } = await worldOf('rate_limited', 'token_expired', 'forbidden');
    expect(await send()).to.deep.equal({
      outcome: 'postponed',
      code: 'PLATFORM_RATE_LIMIT',
      retryAfterSeconds: 30,
      isPlatformBusy: true,
    });
    expect(await send(1)).to.include({ outcome: 'postponed', code: 'PUBLISH_ERROR' });
    expect(await send(2)).to.deep.equal({ outcome: 'failed', code: 'PUBLISH_ERROR' });
  });

  it('is not sent to a contact who opted out or was deleted after the audience was fixed', async () => {
    const { send, heard, onContact, delivered } = await worldOf();
    await heard('STOP');
    expect(await send()).to.deep.equal({ outcome: 'failed', code: 'CONTACT_SUPPRESSED' });
    await onContact({ type: 'delete-contact', everywhere: false });
    expect(await send(1)).to.deep.equal({ outcome: 'failed', code: 'CONTACT_DELETED' });
    expect(delivered).to.have.length(0);
  });

  for (const fate of ['taken', 'killed_after'] as const)
    it(`is not taken for unsent where the contact is deleted while it is on its way, and is then ${fate}`, async () => {
      const { send, beforeCall, onContact, delivered } = await worldOf(fate);
      beforeCall(async () => void (await onContact({ type: 'delete-contact', everywhere: false })));
      if (fate === 'killed_after') await send().catch(() => undefined);
      expect(await send()).to.deep.equal({ outcome: 'failed', code: 'OUTCOME_UNKNOWN' });
      expect(delivered).to.have.length(1);
    });

  it('is sent once by two nodes that begin it at the same moment', async () => {
    const { send, delivered } = await worldOf();
    await Promise.all([send(), send(), send()]);
    expect(delivered).to.have.length(1);
    expect(await send()).to.deep.equal({ outcome: 'sent' });
  });

  it('is sent once whatever happens at its calls', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...fates), { maxLength: 12 }), async (of) => {
        const { send, delivered, advance } = await worldOf(...of);
        let attempt = 0;
        let last: MessageOutcome | undefined;
        for (let turn = 0; turn < 60 && last?.outcome !== 'sent'; turn++) {
          const [first, second] = await Promise.allSettled([send(attempt), send(attempt)]);
          const outcomes = [first, second].flatMap((each) => (each?.status === 'fulfilled' ? each.value : []));
          last = outcomes.find(({ outcome }) => outcome === 'sent') ?? outcomes[0];
          advance(31);
          if (last?.outcome === 'postponed') attempt++;
        }
        expect([last?.outcome, delivered.length]).to.deep.equal(['sent', 1]);
      }),
      { numRuns: 60 },
    ));
});
