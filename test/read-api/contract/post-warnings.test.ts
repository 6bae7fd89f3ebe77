import { expect } from 'chai';
import { stepWarning } from '../../../domain/platforms/step-warning.ts';
import { PostReply, presentPost } from '../../../read-api/contract/post.ts';
import { shownPost } from '../shown-post.ts';

describe('the warnings of a destination', () => {
  it('are what its steps did without', () => {
    const view = shownPost('p1', 'w1', 'published', ['YOUTUBE']);
    const warning = { code: 'THUMBNAIL_REFUSED', message: 'The video has no cover of its own: invalidImage' };
    const steps = { session: 'https://example.com', thumbnail: stepWarning(warning) };
    const post = { ...view.post, destinations: view.post.destinations.map((each) => ({ ...each, steps })) };
    const presented = presentPost({ ...view, post });
    expect(presented.platforms[0]).to.deep.include({ warnings: [warning] });
    expect(PostReply.safeParse(presented).success).to.equal(true);
    expect(presentPost(view).platforms[0]).not.to.have.property('warnings');
  });
});
