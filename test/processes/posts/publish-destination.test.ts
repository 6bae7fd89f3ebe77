import { expect } from 'chai';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { Postponed } from '../../../processes/kernel/host-places.ts';
import { later } from '../../../processes/posts/reconcile.ts';
import { now } from '../../domain/posts/a-post.ts';
import { object, oneDestination, opened } from './one-destination.ts';

const started = 'DestinationSendStarted';
const afterLook = later(new Date(now), 60_000);

describe('publishing a destination', () => {
  it('records the intent before the call and the outcome after it', async () => {
    const destination = await oneDestination();
    await destination.publish({ publish: destination.sending(async () => object) });
    expect(destination.calls).to.deep.equal([{ call: 'send', log: [started] }]);
    expect(destination.recordedTypes()).to.deep.equal([
      started,
      'DestinationSendSucceeded',
      'DestinationPublished',
      'PostPublishingCompleted',
    ]);
    expect(destination.steps).to.have.members(['intent-recorded', 'answered', 'outcome-recorded', 'settled']);
  });

  it('takes a place at the server that the person named before it opens the account', async () => {
    const destination = await oneDestination();
    await destination.connectedAt('https://social.example');
    const asked: string[] = [];
    const run = destination.publish(
      {},
      {
        lease: {
          takePlace: async (host) => {
            asked.push(host);
            throw new Postponed('full', 1000);
          },
        },
        accounts: {
          open: () => Promise.reject(new Error('the account was opened')),
          renew: async () => undefined,
          tokenDied: async () => undefined,
        },
      },
    );
    expect(await run.catch((error: unknown) => error)).to.be.instanceOf(Postponed);
    expect(asked).to.deep.equal(['social.example']);
    expect(destination.recordedTypes()).to.deep.equal([]);
  });

  it('does nothing once the destination has ended', async () => {
    const destination = await oneDestination();
    await destination.publish({ publish: destination.sending(async () => object) });
    const recorded = destination.recordedTypes();
    await destination.publish({});
    expect(destination.recordedTypes()).to.deep.equal(recorded);
    expect(destination.calls).to.have.length(1);
  });

  it('asks the platform after a lost answer, and does not send again what it finds', async () => {
    const destination = await oneDestination();
    const lost = new PlatformError('unknown', 'PUBLISH_ERROR', 'reset');
    await destination.publish({ publish: destination.sending(() => Promise.reject(lost)) });
    expect(destination.recordedTypes()).to.deep.equal([started, 'DestinationSendOutcomeUnknown']);

    destination.setTime(afterLook);
    await destination.publish({
      publish: destination.sending(() => Promise.reject(new Error('sent twice'))),
      find: async () => ({ outcome: 'published', object }),
    });
    expect(destination.calls.map(({ call }) => call)).to.deep.equal(['send', 'find']);
    expect(destination.recordedTypes().slice(2)).to.deep.equal([
      'DestinationSendSucceeded',
      'DestinationPublished',
      'PostPublishingCompleted',
    ]);
  });

  it('retries a lost send only after the platform reports that it does not have it', async () => {
    const destination = await oneDestination();
    const lost = new PlatformError('unknown', 'PUBLISH_ERROR', 'reset');
    await destination.publish({ publish: destination.sending(() => Promise.reject(lost)) });
    destination.setTime(afterLook);
    await destination.publish({ find: async () => ({ outcome: 'not_published' }) });
    expect(destination.recordedTypes().slice(2)).to.deep.equal(['DestinationSendFailed', 'DestinationRetryScheduled']);
    await destination.publish({ publish: destination.sending(async () => object) });
    expect(destination.calls.map(({ call }) => call)).to.deep.equal(['send', 'find', 'send']);
    expect(destination.recordedTypes().at(-1)).to.equal('PostPublishingCompleted');
  });

  it('records a send that a killed run left open as interrupted, and sends nothing in that turn', async () => {
    const destination = await oneDestination();
    const killed = new Promise<never>(() => undefined);
    // A killed run never settles.
    void destination.publish({ publish: destination.sending(() => killed) });
    while (destination.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await destination.publish({});
    expect(destination.recordedTypes()).to.deep.equal([started, 'DestinationSendOutcomeUnknown']);
    expect(destination.recorded().at(-1)?.data).to.include({ cause: 'interrupted' });
    expect(destination.calls).to.have.length(1);
  });

  it('schedules a retry after a failure that stored nothing', async () => {
    const destination = await oneDestination();
    const busy = new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'busy');
    await destination.publish({ publish: destination.sending(() => Promise.reject(busy)) });
    expect(destination.recordedTypes()).to.deep.equal([started, 'DestinationSendFailed', 'DestinationRetryScheduled']);
  });

  it('renews a refused token once and sends again', async () => {
    const destination = await oneDestination();
    const tokens: string[] = [];
    const dead = new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', 'expired');
    const renewed = { ...opened, credentials: { accessToken: 'renewed' } };
    await destination.publish(
      {
        publish: async (_rendered, run) => [
          await run.send('post', async () => {
            tokens.push(run.credentials.accessToken);
            if (tokens.length === 1) throw dead;
            return object;
          }),
        ],
      },
      { accounts: { open: async () => opened, renew: async () => renewed, tokenDied: async () => undefined } },
    );
    expect(tokens).to.deep.equal(['token', 'renewed']);
    expect(destination.recordedTypes().at(-1)).to.equal('PostPublishingCompleted');
  });

  it('waits without a call while the account has no place under its ceiling', async () => {
    const destination = await oneDestination();
    await destination.publish({}, { pacing: { take: async () => afterLook } });
    expect(destination.recordedTypes()).to.deep.equal(['DestinationDeferred']);
    expect(destination.calls).to.deep.equal([]);
  });

  it('skips a disconnected account', async () => {
    const destination = await oneDestination();
    const gone = async () => undefined;
    await destination.publish({}, { accounts: { open: gone, renew: gone, tokenDied: gone } });
    expect(destination.recordedTypes()[0]).to.equal('DestinationSkipped');
  });

  it('skips an account that the plan has no room for, and says so', async () => {
    const destination = await oneDestination();
    const facts = { platform: 'TWITTER', status: 'ACTIVE', paused: true } as const;
    const open = async () => ({ ...opened, facts });
    await destination.publish({}, { accounts: { open, renew: open, tokenDied: async () => undefined } });
    expect(destination.recordedTypes()[0]).to.equal('DestinationSkipped');
    expect(destination.recorded()[0]?.data).to.include({ skipReason: 'account_paused' });
    expect(destination.calls).to.deep.equal([]);
  });

  it('fails the destination on a bug, and reports the bug', async () => {
    const destination = await oneDestination();
    const bug = new TypeError('undefined is not a function');
    await destination.publish({ publish: () => Promise.reject(bug) });
    expect(destination.bugs).to.deep.equal([bug]);
    expect(destination.recordedTypes()[0]).to.equal('DestinationFailed');
  });

  it('ends its run where a store is away for the moment, and records no failure', async () => {
    const harness = await oneDestination();
    const away = new Error('terminating connection due to administrator command');
    const isTransient = (error: unknown) => error === away;
    const fault = await harness
      .publish({ publish: () => Promise.reject(away) }, { isTransient })
      .catch((error: unknown) => error);
    expect(fault).to.equal(away);
    expect(harness.bugs).to.deep.equal([]);
    expect(harness.recordedTypes()).to.deep.equal([]);
  });
});
