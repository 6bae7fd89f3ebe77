import { expect } from 'chai';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import type { NativeObject, Removal } from '../../../../domain/platforms/publisher.ts';
import { removeEach } from '../../../../infra/outside/platforms/removal.ts';

const objects = ['1', '2', '3'].map((nativeId): NativeObject => ({ nativeId, kind: 'post' }));
const limit = new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'slow down', { retryAfterSeconds: 900 });
const no = new PlatformError('refused', 'PUBLISH_ERROR', 'no');

/** Removes everything but the copies that an error is set for; records the requested removals. */
const answering = (errors: Readonly<Record<string, PlatformError>>) => {
  const asked: string[] = [];
  const remove = async ({ nativeId }: NativeObject): Promise<Removal> => {
    asked.push(nativeId);
    const error = errors[nativeId];
    if (error) throw error;
    return { nativeId, removed: true };
  };
  return { asked, remove };
};

describe('the removal of copies', () => {
  it('asks the last made away first', async () => {
    const { asked, remove } = answering({});
    expect((await removeEach(objects, remove)).every(({ removed }) => removed)).to.equal(true);
    expect(asked).to.deep.equal(['3', '2', '1']);
  });

  it('throws a rate limit that nothing was removed before', async () => {
    const { asked, remove } = answering({ 3: limit });
    const thrown: unknown = await removeEach(objects, remove).catch((error: unknown) => error);
    expect(thrown).to.equal(limit);
    expect(asked).to.deep.equal(['3']);
  });

  it('stops at a rate limit, and reports what is left because of it', async () => {
    const { asked, remove } = answering({ 2: limit });
    const left = { removed: false, reason: 'delete_not_confirmed', detail: 'slow down', halted: limit };
    expect(await removeEach(objects, remove)).to.deep.equal([
      { nativeId: '3', removed: true },
      { nativeId: '2', ...left },
      { nativeId: '1', ...left },
    ]);
    expect(asked, 'nothing is asked beyond the limit').to.deep.equal(['3', '2']);
  });

  it('continues past a copy that is refused, which is not asked away later', async () => {
    const { asked, remove } = answering({ 2: no });
    const [, second, third] = await removeEach(objects, remove);
    expect(second).to.deep.equal({ nativeId: '2', removed: false, reason: 'delete_not_confirmed', detail: 'no' });
    expect(third).to.include({ removed: true });
    expect(asked).to.deep.equal(['3', '2', '1']);
  });
});
