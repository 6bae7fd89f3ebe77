import { expect } from 'chai';
import { RevisionConflict, StoreUnavailable } from '../../../../domain/kernel/event-store.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import {
  appendThrough,
  notifying,
  refusingUnstorable,
  sealing,
  timing,
  type Append,
  type AppendStep,
} from '../../../../infra/stores/event-store/append-steps.ts';

const appended = { revision: 3, position: { commit: 7n, prepare: 7n } };
const succeeds: Append = () => Promise.resolve(appended);
const failsWith =
  (error: Error): Append =>
  () =>
    Promise.reject(error);

describe('the steps of an append', () => {
  it('are passed in their order, and back', async () => {
    const passed: string[] = [];
    const named =
      (name: string): AppendStep =>
      (next) =>
      async (...given) => {
        passed.push(name);
        const result = await next(...given);
        passed.push(`back from ${name}`);
        return result;
      };
    await appendThrough([named('one'), named('two')], succeeds)('s-1', 'none', []);
    expect(passed).to.deep.equal(['one', 'two', 'back from two', 'back from one']);
  });

  it('notify listeners of what was appended, and of nothing that failed', async () => {
    const heard: unknown[] = [];
    const listeners = new Set([(...given: unknown[]) => void heard.push(given)]);
    expect(await notifying(listeners)(succeeds)('s-1', 2, [])).to.equal(appended);
    const failed = notifying(listeners)(failsWith(new RevisionConflict('s-2')))('s-2', 2, []);
    expect(await failed.catch((error: Error) => error.name)).to.equal('RevisionConflict');
    expect(heard).to.deep.equal([['s-1', appended]]);
  });

  it('refuse a text that no row can hold, by the name of its event and field', async () => {
    let appends = 0;
    const append = refusingUnstorable(() => {
      appends += 1;
      return Promise.resolve(appended);
    });
    const event = (filename: string) =>
      ({ type: 'MediaRegistered', id: 'e', data: { files: [{ filename }] } }) as never;
    expect(await append('s-1', 'none', [event('😀')])).to.equal(appended);
    for (const wrong of ['a\0b', 'half \uD83D'])
      expect(await append('s-1', 'none', [event('fine'), event(wrong)]).catch((error: unknown) => error))
        .to.be.instanceOf(Refused)
        .with.property('message', 'MediaRegistered: files.0.filename has characters that are not valid text');
    expect(appends).to.equal(1);
  });

  it('hand on the sealed events', async () => {
    const sealed = [{ sealed: true }] as never;
    let given: unknown;
    await sealing({ seal: () => Promise.resolve(sealed) })((_stream, _expected, events) => {
      given = events;
      return Promise.resolve(appended);
    })('s-1', 'none', []);
    expect(given).to.equal(sealed);
  });

  it('count an append by its outcome', async () => {
    const outcomes: unknown[] = [];
    const appendSeconds = { startTimer: () => (labels: unknown) => void outcomes.push(labels) } as never;
    for (const append of [succeeds, failsWith(new RevisionConflict('s')), failsWith(new StoreUnavailable('gone'))])
      await timing({ appendSeconds })(append)('s-1', 'none', []).catch(() => undefined);
    expect(outcomes).to.deep.equal(['appended', 'conflict', 'unavailable'].map((outcome) => ({ outcome })));
  });
});
