import { expect } from 'chai';
import { lagOf } from '../../../../infra/adapters/operations/lag.ts';

const at = (commit: bigint, events: number) => ({ position: { commit, prepare: commit }, events });

describe('the lag of a consumer of the log', () => {
  const parts = {
    checkpoints: new Map([
      ['posts#1', at(900n, 90)],
      ['posts#2', at(400n, 40)],
      ['queues#1', at(899n, 90)],
    ]),
    head: 900n,
    seconds: new Map([
      ['posts#1', 3],
      ['posts#2', 12.4],
    ]),
  };

  it('is the events that the foremost consumer has passed and it has not, and its seconds', () => {
    expect(lagOf('posts#2', parts)).to.deep.equal({ events: 50, seconds: 12 });
  });

  it('is nothing at the head, also where the watch of this node is some seconds old', () => {
    expect(lagOf('posts#1', parts)).to.deep.equal({ events: 0, seconds: 0 });
    expect(lagOf('posts#2', { ...parts, head: undefined })).to.deep.equal({ events: 0, seconds: 0 });
  });

  it('is one event at least while the head is not reached, and all of them before the first', () => {
    expect(lagOf('queues#1', parts).events).to.equal(1);
    expect(lagOf('posts#2', { ...parts, seconds: undefined }).seconds).to.equal(null);
    expect(lagOf('media#1', parts)).to.deep.equal({ events: 90, seconds: 0 });
  });
});
