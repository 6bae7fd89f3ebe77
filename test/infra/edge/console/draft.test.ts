import { expect } from 'chai';
import {
  draftFileOf,
  draftOf,
  emptyDraft,
  filesOfThread,
  requestOf,
} from '../../../../infra/edge/console/app/draft.ts';

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
  const stored = (id: string) => ({ ...post.media[0], id, filename: `${id}.png` }) as (typeof post.media)[number];

  it('keeps the files of each part of its thread', () => {
    const draft = draftOf(post, [stored('m2')]);
    expect([...filesOfThread(post)]).to.deep.equal(['m2', 'm3']);
    // The third file was deleted since.
    expect(draft.thread[0]?.files.map(({ filename }) => filename)).to.deep.equal(['m2.png', 'a file that is gone']);
    const [, ...others] = draft.thread.map((part, at) => (at === 1 ? { ...part, content: 'third, changed' } : part));
    expect(requestOf({ ...draft, thread: [...draft.thread.slice(0, 1), ...others] }, draft).threadItems).to.deep.equal([
      { sequence: 1, content: 'first', mediaIds: ['m1'] },
      { sequence: 2, content: '', mediaIds: ['m2', 'm3'] },
      { sequence: 3, content: 'third, changed', mediaIds: [] },
    ]);
  });

  it('has a file of its own on each part', () => {
    const [first, second] = [stored('a'), stored('b')].map(draftFileOf);
    const draft = { ...emptyDraft, content: 'one', files: [first!], thread: [{ content: 'two', files: [second!] }] };
    expect(requestOf(draft).threadItems).to.deep.equal([
      { sequence: 1, content: 'one', mediaIds: ['a'] },
      { sequence: 2, content: 'two', mediaIds: ['b'] },
    ]);
  });

  it('has no thread where no part says or shows anything', () => {
    const thread = [{ content: '  ', files: [] }];
    expect(requestOf({ ...emptyDraft, content: 'alone', thread }).threadItems).to.equal(null);
  });
});
