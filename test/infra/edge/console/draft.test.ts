import { expect } from 'chai';
import { draftOf, emptyDraft, requestOf } from '../../../../infra/edge/console/app/draft.ts';

type Post = Parameters<typeof draftOf>[0];

const post = {
  content: 'first',
  accountIds: ['a'],
  media: [
    { id: 'm1', filename: 'one.png', contentType: 'image/png', altText: null, publicUrl: null, thumbnailUrl: null },
  ],
  threadItems: [
    { sequence: 2, content: '', mediaIds: ['m2', 'm3'] },
    { sequence: 1, content: 'first', mediaIds: ['m1'] },
    { sequence: 3, content: 'third', mediaIds: [] },
  ],
  scheduledFor: null,
} as unknown as Post;

describe('a post that is edited in the console', () => {
  it('keeps the files of each part of its thread', () => {
    const draft = draftOf(post);
    const [, ...others] = draft.thread.map((part, at) => (at === 1 ? { ...part, content: 'third, changed' } : part));
    expect(requestOf({ ...draft, thread: [...draft.thread.slice(0, 1), ...others] }, draft).threadItems).to.deep.equal([
      { sequence: 1, content: 'first', mediaIds: ['m1'] },
      { sequence: 2, content: '', mediaIds: ['m2', 'm3'] },
      { sequence: 3, content: 'third, changed', mediaIds: [] },
    ]);
  });

  it('has no thread where no part says or shows anything', () => {
    const thread = [{ content: '  ', mediaIds: [] }];
    expect(requestOf({ ...emptyDraft, content: 'alone', thread }).threadItems).to.equal(null);
  });
});
