import { expect } from 'chai';
import { FairShare, type Release } from '../../../commands/kernel/fair-share.ts';

const takeAll = (share: FairShare, key: string): Release[] => {
  const taken: Release[] = [];
  for (let release = share.take(key); release; release = share.take(key)) taken.push(release);
  return taken;
};

describe('a fair share', () => {
  it('leaves a place for the next key, however much the others take', () => {
    const share = new FairShare({ places: 10 });
    expect(['a', 'b', 'c', 'd'].map((key) => takeAll(share, key).length)).to.deep.equal([5, 3, 1, 1]);
    expect(share.taken).to.equal(10);
    expect(takeAll(new FairShare({ places: 2 }), 'a')).to.have.length(1);
    expect(takeAll(new FairShare({ places: 1 }), 'a')).to.have.length(1);
    expect(takeAll(new FairShare({ places: 10, most: 2 }), 'a')).to.have.length(2);
  });

  it('gets a place back once', () => {
    const share = new FairShare({ places: 2 });
    const release = share.take('a');
    expect(share.take('a')).to.equal(undefined);
    release?.();
    release?.();
    expect(share.taken).to.equal(0);
    expect(takeAll(share, 'a')).to.have.length(1);
    expect(share.take('b')).to.be.a('function');
    expect(share.take('c')).to.equal(undefined);
  });

  it('runs the one task of another key before the many that waited longer', async () => {
    const share = new FairShare({ places: 4 });
    const ran: string[] = [];
    const endings: (() => void)[] = [];
    const silent = Array.from({ length: 60 }, (_, number) =>
      share.run('a', async () => {
        ran.push(`a${number}`);
        await new Promise<void>((resolve) => endings.push(resolve));
      }),
    );
    await share.run('b', async () => void ran.push('b'));
    expect(ran).to.deep.equal(['a0', 'a1', 'b']);
    for (let ended = 0; ended < 60; ended++) {
      endings[ended]?.();
      await Promise.all(silent.slice(0, ended + 1));
    }
    expect(ran).to.have.length(61);
    expect(share.taken).to.equal(0);
  });

  it('lets keys that wait take turns, each in the order of its tasks', async () => {
    const share = new FairShare({ places: 1 });
    const ran: string[] = [];
    const task = (name: string) => share.run(name.charAt(0), async () => void ran.push(name));
    await Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(task));
    expect(ran).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('gives the place of a failed task to the next', async () => {
    const share = new FairShare({ places: 1 });
    const failed = share.run('a', () => Promise.reject(new Error('no answer'))).catch((error: Error) => error.message);
    expect(await share.run('a', () => Promise.resolve('ran'))).to.equal('ran');
    expect(await failed).to.equal('no answer');
  });
});
