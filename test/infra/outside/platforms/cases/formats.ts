import { expect } from 'chai';
import { renderPost } from '../../../../../domain/posts/render.ts';
import type { PostContent } from '../../../../../domain/posts/values.ts';
import { publishedThroughBreak } from '../broken-upload.ts';
import type { Case } from '../contract.ts';
import { rendered } from '../lab.ts';
import { samples } from '../sample-media.ts';
import { adapted, mediaTypes, only, published } from './publishing.ts';

const mebibyte = 1024 * 1024;

export const formatCases = {
  'publish a reel or short': async (bench) => {
    const film = rendered(bench.subject.platform, 'A short film', [samples.video()]);
    const { held } = await published(bench, { ...film, contentType: 'REEL' });
    expect(mediaTypes(held)).to.deep.equal(['video/mp4']);
  },

  'publish a story': async (bench) => {
    const picture = rendered(bench.subject.platform, '', [samples.image()]);
    const { held } = await published(bench, { ...picture, contentType: 'STORY' });
    expect(mediaTypes(held)).to.have.length(1);
    expect(String(only(held[0]).data['placement'])).to.equal('STORY');
  },

  'publish images and a video in one post': async (bench) => {
    const media = [samples.image(), samples.video(), samples.image()];
    const { held } = await published(bench, rendered(bench.subject.platform, 'All sorts', media));
    expect(mediaTypes(held)).to.deep.equal(['image/jpeg', 'video/mp4', 'image/jpeg']);
  },

  'publish a document': async (bench) => {
    const { held } = await published(bench, rendered(bench.subject.platform, 'To read', [samples.document()]));
    expect(mediaTypes(held)).to.deep.equal(['application/pdf']);
  },

  'the text of an override': async (bench) => {
    const { platform } = bench.subject;
    const content: PostContent = {
      content: 'For everybody else',
      contentType: 'TEXT',
      media: [],
      overrides: { [platform]: { content: 'For here only' } },
      threadItems: [],
      firstComment: null,
      firstCommentDelay: 0,
      personaId: null,
      platformMetadata: {},
      metadata: {},
    };
    const { text, metadata } = renderPost(content, platform);
    const { root } = await published(bench, { ...rendered(platform, text), metadata });
    expect(root.text).to.contain('For here only');
    expect(JSON.stringify(root.request)).not.to.contain('everybody');
  },

  'a video upload continues where the service died': async ({ lab, subject }) => {
    const film = samples.video();
    const { ending, kills, sent, shown, unread } = await publishedThroughBreak({
      platform: subject.platform,
      film,
      adapt: (post) => adapted({ lab, subject }, post),
      ...(subject.oauthVersion && { oauthVersion: subject.oauthVersion }),
    });
    expect(ending.is).to.equal('published');
    expect(kills).to.equal(1);
    expect(unread, 'bytes never sent').to.equal(0);
    // At most one part is sent again, or a second one to find the offset of the platform.
    expect(sent, 'bytes sent in all').to.be.below(film.sizeBytes + 6 * mebibyte);
    expect(shown).to.equal(1);
  },
} satisfies Record<string, Case>;
