import { expect } from 'chai';
import { followUps, type Work } from '../../../../infra/adapters/platform-webhooks/follow-up.ts';
import { until } from '../../../support/until.ts';

/** Works that end when they are let go, in the order in which they began. */
const works = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const of = (name: string, more: Partial<Work> = {}): Work => ({
    workspaceId: 'w',
    size: 100,
    isUrgent: false,
    run: async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    },
    ...more,
  });
  return { of, begun, end: (name: string) => ends.get(name)?.() };
};

/** Whether a promise settled without waiting for anything outside of this process. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

describe('what follows a kept report', () => {
  it('comes before the answer while there is room', async () => {
    const { of, begun, end } = works();
    const first = followUps()(of('one'));
    expect(await isSettled(first)).to.equal(false);
    expect(begun).to.deep.equal(['one']);
    end('one');
    await first;
  });

  it('comes after the answer in a flood, in turn, and leaves room for other workspaces', async () => {
    const { of, begun, end } = works();
    const followUp = followUps({ places: 2 });
    void followUp(of('one'));
    expect(await isSettled(followUp(of('two')))).to.equal(true);
    expect(await isSettled(followUp(of('three')))).to.equal(true);
    void followUp(of('of another', { workspaceId: 'v' }));
    expect(begun).to.deep.equal(['one', 'of another']);
    for (const name of ['one', 'of another', 'two']) {
      end(name);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(begun).to.deep.equal(['one', 'of another', 'two', 'three']);
  });

  it('waits while many reports are being kept, and not for long', async () => {
    const { of, begun, end } = works();
    let isBusy = true;
    const followUp = followUps({ places: 2, isBusy: () => isBusy });
    void followUp(of('one'));
    for (const name of ['two', 'three']) await followUp(of(name));
    end('one');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).to.deep.equal(['one']);
    await until('its time has come', () => begun.includes('two'));
    isBusy = false;
    end('two');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).to.deep.equal(['one', 'two', 'three']);
  });

  it('comes before the answer in a flood too where it is urgent', async () => {
    const { of, begun, end } = works();
    const followUp = followUps({ places: 2 });
    void followUp(of('one'));
    const stop = followUp(of('stop', { isUrgent: true }));
    expect(await isSettled(stop)).to.equal(false);
    expect(begun).to.deep.equal(['one', 'stop']);
    end('stop');
    await stop;
  });

  it('is left to the process where it is large, waits too long, or finds no room to wait', async () => {
    const { of, begun, end } = works();
    let now = 0;
    const followUp = followUps({ places: 2, waiting: 4, clock: () => now });
    void followUp(of('one'));
    await followUp(of('large', { size: 1_000_000 }));
    for (const name of ['two', 'three', 'four']) await followUp(of(name));
    now = 60_000;
    end('one');
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun, 'all are too old').to.deep.equal(['one']);
    now = 60_001;
    void followUp(of('five'));
    for (const name of ['six', 'seven', 'eight']) await followUp(of(name));
    for (const name of ['five', 'six', 'seven', 'eight']) {
      end(name);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(begun, 'of four places to wait one workspace gets two').to.deep.equal(['one', 'five', 'six', 'seven']);
  });
});
