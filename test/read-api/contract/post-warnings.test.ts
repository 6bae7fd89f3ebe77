import { expect } from 'chai';
import { stepWarning } from '../../../domain/platforms/step-warning.ts';
import { PostReply, presentPost } from '../../../read-api/contract/post.ts';
import { shownPost } from '../shown-post.ts';

describe('the warnings of a destination', () => {
  it('are what its steps did without', () => {
    const shown = shownPost('p1', 'w1', 'published', ['YOUTUBE']);
    const warning = { code: 'THUMBNAIL_REFUSED', message: 'The video has no cover of its own: invalidImage' };
    const steps = { session: 'https://example.com', thumbnail: stepWarning(warning) };
    const post = { ...shown.post, destinations: shown.post.destinations.map((each) => ({ ...each, steps })) };
    const presented = presentPost({ ...shown, post });
    expect(presented.platforms[0]).to.deep.include({ warnings: [warning] });
    expect(PostReply.safeParse(presented).success).to.equal(true);
    expect(presentPost(shown).platforms[0]).not.to.have.property('warnings');
  });
});
