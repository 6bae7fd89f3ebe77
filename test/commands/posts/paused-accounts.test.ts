import { expect } from 'chai';
import { destinationsFor } from '../../../commands/posts/post-content.ts';
import { Refused } from '../../../domain/kernel/refused.ts';

const codeOf = (attempt: () => unknown): string | undefined => {
  try {
    attempt();
  } catch (error) {
    return error instanceof Refused ? error.code : String(error);
  }
  return undefined;
};

describe('an account that the plan has no room for', () => {
  const accounts = new Map([['a1', { platform: 'TWITTER', status: 'ACTIVE', paused: true } as const]]);
  const known = [{ postPlatformId: 'pp1', platform: 'TWITTER', accountId: 'a1' } as const];

  it('takes no new post, and is not called missing', () => {
    expect(
      codeOf(() => destinationsFor({ accountIds: ['a1'], platforms: undefined }, accounts, [], (name) => name)),
    ).to.equal('LIMIT_EXCEEDED');
    expect(
      codeOf(() => destinationsFor({ accountIds: ['a2'], platforms: undefined }, accounts, [], (name) => name)),
    ).to.equal('NOT_FOUND');
  });

  it('stays a destination of a post that has it', () =>
    expect(
      destinationsFor({ accountIds: ['a1'], platforms: undefined }, accounts, known, (name) => name),
    ).to.deep.equal(known));
});
