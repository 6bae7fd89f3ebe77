import { expect } from 'chai';
import type { PostView } from '../../../../domain/posts/view.ts';
import { openPostWaiter } from '../../../../infra/adapters/posts/waiter.ts';
import type { Listener } from '../../../../infra/stores/postgres/listen.ts';

describe('requests that wait for a post', () => {
  const begin = async () => {
    const listeners: Listener[] = [];
    const waiter = await openPostWaiter({
      subscribe: async (_channel, listener) => {
        listeners.push(listener);
        return async () => undefined;
      },
    });
    const seen = { looks: 0, status: 'publishing', fails: false };
    /** Settled by the next look. */
    let looked = () => {};
    const look = async () => {
      seen.looks++;
      looked();
      if (seen.fails) throw new Error('the log is away');
      return { post: { status: seen.status } } as PostView;
    };
    const news = () => listeners.forEach((listener) => listener('1'));
    const nextLook = async () => {
      const before = seen.looks;
      const next = new Promise<void>((resolve) => (looked = resolve));
      news();
      await next;
      expect(seen.looks).to.equal(before + 1);
    };
    const ended = ({ post }: PostView) => post.status !== 'publishing';
    const wait = (withinMs = 60_000, id = 'a') =>
      waiter.until(id, withinMs, ended, look).then(({ post }) => String(post.status));
    return { seen, news, nextLook, wait };
  };

  it('share one look for each time the log has grown', async () => {
    const { seen, news, nextLook, wait } = await begin();
    const waiting = Array.from({ length: 50 }, () => wait());
    await nextLook();
    await nextLook();
    seen.status = 'published';
    news();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['published']));
    expect(seen.looks).to.equal(3);
  });

  it('look a few times a second at most, while the log grows all the time', async () => {
    const { seen, news, wait } = await begin();
    const growing = setInterval(news, 2);
    const waiting = Array.from({ length: 50 }, () => wait(2_000));
    await Promise.all(waiting);
    clearInterval(growing);
    // Each for itself, 25 times a second: 2,500.
    expect(seen.looks).to.be.within(3, 20);
  });

  it('get the post of the moment when their own time is up', async () => {
    const { seen, news, wait } = await begin();
    const long = wait();
    expect(await wait(50)).to.equal('publishing');
    seen.status = 'failed';
    news();
    expect(await long).to.equal('failed');
    expect(seen.looks).to.equal(2);
  });

  it('get no look that began before they came', async () => {
    const { seen, nextLook, wait } = await begin();
    const first = wait();
    seen.status = 'failed';
    await nextLook();
    // A request publishes the post again while the others look at it.
    seen.status = 'publishing';
    const second = wait();
    expect(await first).to.equal('failed');
    seen.status = 'published';
    await nextLook();
    expect(await second).to.equal('published');
  });

  it('all fail with a look that fails, and the next begin again', async () => {
    const { seen, news, wait } = await begin();
    const waiting = [wait(), wait()];
    seen.fails = true;
    news();
    for (const result of await Promise.allSettled(waiting)) expect(result.status).to.equal('rejected');
    seen.fails = false;
    seen.status = 'published';
    const next = wait();
    news();
    expect(await next).to.equal('published');
  });
});
