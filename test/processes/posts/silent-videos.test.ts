import { expect } from 'chai';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { MediaFile } from '../../../domain/platforms/publisher.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import type { WorkspaceSettings } from '../../../domain/workspaces/settings.ts';
import type { AddSilence } from '../../../processes/posts/ports.ts';
import { destinationOf, object } from './one-destination.ts';

const film = (hasAudio?: boolean): PostMedia => ({
  id: 'cfilm',
  filename: 'film.mp4',
  contentType: 'video/mp4',
  sizeBytes: 9,
  publicUrl: 'https://x.test/film.mp4',
  ...(hasAudio === undefined ? {} : { hasAudio }),
});

const fileOf = ({ id: mediaId, filename, contentType, sizeBytes, publicUrl }: PostMedia): MediaFile => ({
  mediaId,
  filename,
  contentType,
  sizeBytes,
  publicUrl,
  open: () => Promise.reject(new Error('nothing reads the bytes')),
});

const copied: AddSilence = async (file) => ({ ...file, publicUrl: 'https://x.test/film-audio.mp4' });

type Given = Readonly<{ platform?: Platform; settings?: WorkspaceSettings; media?: PostMedia; tool?: boolean }>;

/** Publishes a film; answers the addresses that the publisher was given, and the types and data of the events. */
const publishing = async ({ platform = 'SNAPCHAT', settings = {}, media = film(false), tool = true }: Given) => {
  const destination = await destinationOf({ content: { contentType: 'VIDEO', media: [media] }, platform, settings });
  const sent: string[] = [];
  const publish = destination.sending(async () => object);
  await destination.publish(
    {
      publish: (rendered, run) => {
        sent.push(...rendered.media.map(({ publicUrl }) => publicUrl));
        return publish(rendered, run);
      },
    },
    { media: fileOf, addSilence: tool ? copied : undefined },
  );
  return { sent };
};

describe('videos without an audio track', () => {
  it('go out with a silent one where the platform demands sound', async () => {
    expect((await publishing({})).sent).to.deep.equal(['https://x.test/film-audio.mp4']);
  });

  it('go out unchanged elsewhere, with a track, uninspected, without a video tool, or where the workspace says so', async () => {
    const asIs = ['https://x.test/film.mp4'];
    expect((await publishing({ platform: 'MASTODON' })).sent).to.deep.equal(asIs);
    expect((await publishing({ media: film(true) })).sent).to.deep.equal(asIs);
    expect((await publishing({ media: film() })).sent).to.deep.equal(asIs);
    expect((await publishing({ tool: false })).sent).to.deep.equal(asIs);
    expect((await publishing({ settings: { autoPrepareVideoAudio: false } })).sent).to.deep.equal(asIs);
  });
});
