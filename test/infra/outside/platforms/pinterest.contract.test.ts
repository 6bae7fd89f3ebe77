import { expect } from 'chai';
import type { Rendered } from '../../../../domain/platforms/publisher.ts';
import { only, published } from './cases/publishing.ts';
import { contract } from './contract.ts';
import { Lab, rendered } from './lab.ts';
import { platformErrorOf } from './memory-run.ts';
import { samples } from './sample-media.ts';

const pictured = (post: Rendered): Rendered =>
  post.media.length > 0 ? post : { ...post, media: [samples.image()], contentType: 'IMAGE' };

contract({
  platform: 'PINTEREST',
  adapt: pictured,
  absent: {
    'publish a reel or short': 'every video pin is one: there is no other form',
    'publish a story': 'Pinterest has no stories',
    'publish images and a video in one post': 'an image beside a video is its cover',
    'publish a document': 'Pinterest takes no documents',
    'find a first comment after reset_after': 'the reference offers none on Pinterest',
    'find a first comment after reset_before': 'the reference offers none on Pinterest',
    'unpublish with the first comment, which goes first': 'the reference offers none on Pinterest',
    'a video upload continues where the service died': 'the bytes go in one request',
    'publish a thread': 'Pinterest has no threads',
    'find in the middle of a thread': 'Pinterest has no threads',
    'unpublish a thread, replies first': 'Pinterest has no threads',
    'first comment': 'the reference offers none on Pinterest',
    duplicate: 'Pinterest takes the same pin again',
    'container failed': 'Pinterest has no containers',
    'a code needs its verifier': 'Pinterest has no PKCE for applications that have a secret',
    revoke: 'Pinterest has no call to end a grant',
    'reconnecting finds the same account': 'Pinterest has no call to end a grant',
    'sign in with a secret': 'Pinterest connects by its consent page, or by tokens brought along',
    comments: 'the API has no comments',
    'comments, refused': 'the API has no comments',
    reply: 'the API has no comments',
    hide: 'the API has no comments',
    mentions: 'the API has no mentions',
    reviews: 'Pinterest has no reviews',
    'a direct message': 'the API has no messages',
    'recent posts': 'the calendar imports from Mastodon and TikTok only',
  },
  tooLong: 'word '.repeat(161),
  mediaFault: 'publish',
  metrics: {
    given: { impressions: 1000, clicks: 11, outboundClicks: 3, saves: 5, comments: 2, likes: 7 },
    expected: { impressions: 1000, clicks: 11, outboundClicks: 3, saves: 5, comments: 2, likes: 7 },
  },
  own: {
    'publish with metadata': async (bench) => {
      const person = await bench.lab.person('PINTEREST');
      const { connector, publisher } = bench.lab.adapter('PINTEREST');
      const boards = await connector.destinations(person.account, person.grant.credentials);
      const boardId = only(boards[1]).id;
      const metadata = { title: 'The title', link: 'https://example.com/a', altText: 'A hill', boardId, nsfw: true };
      const image = samples.image();
      const post = { ...rendered('PINTEREST', 'The words', [image]), metadata };
      await publisher.publish(post, person.newRun().run);
      expect(only((await person.objects())[0]).request).to.deep.equal({
        board_id: boardId,
        title: 'The title',
        description: 'The words',
        link: 'https://example.com/a',
        alt_text: 'A hill',
        media_source: { source_type: 'image_url', url: image.publicUrl },
      });
    },
    'a failed upload stores nothing': async ({ lab }) => {
      const person = await lab.person('PINTEREST');
      const { publisher } = lab.adapter('PINTEREST');
      const memory = person.newRun();
      const film = rendered('PINTEREST', 'A film', [samples.video()]);
      await person.fault('upload', 'reset_after');
      expect((await platformErrorOf(publisher.publish(film, memory.run))).kind).to.equal('not_stored');
      await publisher.publish(film, memory.run);
      expect(await person.objects()).to.have.length(1);
    },
  },
});

describe('Pinterest beyond the contract', () => {
  let lab: Lab;
  beforeEach(async () => {
    lab = new Lab();
    await lab.start();
  });
  afterEach(() => lab.stop());

  it('takes the account’s first board where none is chosen', async () => {
    const person = await lab.person('PINTEREST');
    const { page, ...account } = person.account;
    const run = { ...person.newRun().run, account };
    await lab.adapter('PINTEREST').publisher.publish(rendered('PINTEREST', 'Here', [samples.image()]), run);
    expect((await person.objects())[0]?.data['boardId']).to.equal(only(page).id);
  });

  it('shows an image beside a video as its cover', async () => {
    const [cover, film] = [samples.image(), samples.video()];
    const { root, memory } = await published(
      { lab, subject: { platform: 'PINTEREST', absent: {} } },
      rendered('PINTEREST', 'With a cover', [film, cover]),
    );
    expect(root.request).to.have.nested.property('media_source.cover_image_url', cover.publicUrl);
    expect(root.media.map(({ type }) => type)).to.deep.equal(['video/mp4']);
    expect(memory.stepsRun).to.deep.equal(['board', 'video']);
  });

  it('takes a frame of the video as the cover, in whole seconds', async () => {
    const post = { ...rendered('PINTEREST', 'A film', [samples.video()]), metadata: { coverKeyFrameSeconds: 2.5 } };
    const { root } = await published({ lab, subject: { platform: 'PINTEREST', absent: {} } }, post);
    expect(root.request).to.have.nested.property('media_source.cover_image_key_frame_time', 2);
  });

  it('makes one carousel of two to five images', async () => {
    const { held } = await published(
      { lab, subject: { platform: 'PINTEREST', absent: {} } },
      rendered(
        'PINTEREST',
        'Five',
        Array.from({ length: 5 }, () => samples.image()),
      ),
    );
    expect(held.map(({ media }) => media.length)).to.deep.equal([5]);
    expect(only(held[0]).request).to.have.nested.property('media_source.source_type', 'multiple_image_urls');
  });

  it('reports a board that does not exist, and looks it up again next time', async () => {
    const person = await lab.person('PINTEREST');
    const memory = person.newRun();
    const post = { ...rendered('PINTEREST', 'Lost', [samples.image()]), metadata: { boardId: '123' } };
    const error = await platformErrorOf(lab.adapter('PINTEREST').publisher.publish(post, memory.run));
    expect([error.kind, error.code, error.platformCode]).to.deep.equal(['refused', 'PUBLISH_ERROR', '404/40']);
    expect(memory.steps.has('board')).to.equal(false);
  });

  it('does not pin a file that is no video', async () => {
    const person = await lab.person('PINTEREST');
    const disguised = { ...samples.image(), contentType: 'video/mp4' };
    const memory = person.newRun();
    const post = rendered('PINTEREST', 'No film', [disguised]);
    const error = await platformErrorOf(lab.adapter('PINTEREST').publisher.publish(post, memory.run));
    expect([error.kind, error.code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
    expect(memory.steps.has('video')).to.equal(false);
  });
});
