import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { Pulse } from '../../../../infra/stores/pushes/pulse.ts';

describe('a pulse', () => {
  it('wakes all that wait, and keeps no beat for later', async () => {
    const pulse = new Pulse();
    pulse.beat();
    const { signal } = new AbortController();
    const waits = [pulse.next({}), pulse.next({ withinMs: 60_000, signal })];
    pulse.beat();
    expect(await Promise.all(waits)).to.deep.equal(['beat', 'beat']);
    expect(await pulse.next({ withinMs: 1 })).to.equal('timeout');
  });
  it('ends a wait with its signal, at once where that has aborted before', async () => {
    const pulse = new Pulse();
    const stop = new AbortController();
    const wait = pulse.next({ signal: stop.signal });
    stop.abort();
    expect(await wait).to.equal('aborted');
    expect(await pulse.next({ signal: stop.signal })).to.equal('aborted');
  });
  it('leaves no listener on the signal', async () => {
    const pulse = new Pulse();
    const { signal } = new AbortController();
    const wait = pulse.next({ signal });
    expect(getEventListeners(signal, 'abort')).to.have.length(1);
    pulse.beat();
    await wait;
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });
});
