import { expect } from 'chai';
import { partsFor } from './typecheck.ts';

describe('the parts of the type check', () => {
  it('begin with the smallest program that holds a changed file', () => {
    expect(partsFor(['domain/posts/post.ts'])).to.deep.equal(['domain', 'core', 'all']);
    expect(partsFor(['commands/posts/create-post.ts'])).to.deep.equal(['core', 'all']);
    expect(partsFor(['infra/edge/http/answer.ts', 'README.md'])).to.deep.equal(['all']);
    expect(partsFor(['infra/edge/console/app/page.tsx'])).to.deep.equal(['all', 'console']);
    expect(partsFor(['infra/edge/console/worker/worker.ts'])).to.deep.equal(['all', 'console-worker']);
    expect(partsFor(['infra/edge/docs-site/app/site.ts'])).to.deep.equal(['all', 'docs-site']);
  });

  it('are only the smallest where comments alone differ', () => {
    expect(partsFor(['domain/posts/post.ts'], [])).to.deep.equal(['domain']);
    expect(partsFor(['domain/posts/post.ts', 'commands/posts/create-post.ts'], [])).to.deep.equal(['domain', 'core']);
    expect(partsFor(['infra/edge/http/answer.ts'], [])).to.deep.equal(['all']);
    expect(partsFor(['domain/posts/post.ts', 'domain/posts/state.ts'], ['domain/posts/state.ts'])).to.deep.equal([
      'domain',
      'core',
      'all',
    ]);
  });
});
