import { expect } from 'chai';
import { changedMedia, unusableMedia } from '../../../domain/platforms/media-failure.ts';
import type { MediaFile, Publisher } from '../../../domain/platforms/publisher.ts';
import { DestinationStepCompleted } from '../../../domain/posts/post-events.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { PostMedia } from '../../../domain/posts/values.ts';
import type { AttachedFile, ReadyFile } from '../../../processes/posts/ports.ts';
import { destinationOf, object, postPlatformId } from './one-destination.ts';

const photo: PostMedia = {
  id: 'cm1',
  filename: 'a.jpg',
  contentType: 'image/jpeg',
  sizeBytes: 0,
  publicUrl: 'https://cdn.example.com/a.jpg',
};

const step = (name: string, result: string): NewEvent =>
  DestinationStepCompleted({ postPlatformId, step: name, result });

describe('the files of an attempt', () => {
  const publishing = async (
    { ready, isElsewhere }: Readonly<{ ready: () => Promise<ReadyFile>; isElsewhere?: true }>,
    publish: Publisher['publish'] | undefined,
    ...events: readonly NewEvent[]
  ) => {
    const destination = await destinationOf({ content: { contentType: 'IMAGE', media: [photo, photo] } }, ...events);
    const sizes: number[] = [];
    const lengths: (number | undefined)[] = [];
    let closed = 0;
    const media = ({ id: mediaId, filename, contentType, sizeBytes, publicUrl }: PostMedia): AttachedFile => ({
      mediaId,
      filename,
      contentType,
      sizeBytes,
      publicUrl,
      open: () => Promise.reject(new Error('not read here')),
      ...(isElsewhere ? { isElsewhere } : {}),
      ready: async (known) => {
        lengths.push(known);
        return { close: async () => void (closed += 1), ...(await ready()) };
      },
    });
    await destination.publish(
      {
        publish: async (rendered, run) => {
          sizes.push(...rendered.media.map(({ sizeBytes }: MediaFile) => sizeBytes));
          return publish?.(rendered, run) ?? [object];
        },
      },
      { media },
    );
    return { recorded: destination.recorded(), sizes, lengths, closed };
  };

  it('are prepared once each, and released at its end', async () => {
    const known = await publishing({ ready: async () => ({ sizeBytes: 7 }), isElsewhere: true }, undefined);
    expect(known).to.deep.include({ sizes: [7, 7], lengths: [undefined], closed: 1 });
    expect(known.recorded.map(({ type }) => type)).to.deep.equal([
      'DestinationStepCompleted',
      'DestinationPublished',
      'PostPublishingCompleted',
    ]);
    expect(known.recorded[0]?.data).to.include({ step: 'length-of-cm1', result: '7' });
  });

  it('fail the destination at once, without a retry or a doubt, where one is gone', async () => {
    const ready = () => Promise.reject(unusableMedia('a.jpg', 'it was deleted'));
    const { recorded, sizes } = await publishing({ ready }, undefined);
    expect(sizes).to.deep.equal([]);
    expect(recorded.map(({ type }) => type)).to.deep.equal(['DestinationFailed', 'PostPublishingCompleted']);
    expect(recorded[0]?.data).to.deep.include({
      error: { code: 'MEDIA_REJECTED', message: 'The file a.jpg cannot be published: it was deleted' },
    });
  });

  it('fail a send that carries them without a doubt', async () => {
    const publish: Publisher['publish'] = async (_rendered, run) => [
      await run.send('post', () => Promise.reject(unusableMedia('a.jpg', 'it was deleted'))),
    ];
    const { recorded } = await publishing({ ready: async () => ({ sizeBytes: 7 }) }, publish);
    expect(recorded.map(({ type }) => type)).to.deep.equal([
      'DestinationSendStarted',
      'DestinationSendFailed',
      'DestinationFailed',
      'PostPublishingCompleted',
    ]);
  });

  it('are of the length of an earlier attempt, and stored ones are not looked for again', async () => {
    const later = [step('length-of-cm1', '9')];
    const elsewhere = await publishing(
      { ready: async () => ({ sizeBytes: 9 }), isElsewhere: true },
      undefined,
      ...later,
    );
    expect(elsewhere).to.deep.include({ lengths: [9], sizes: [9, 9] });
    const stored = await publishing({ ready: async () => ({ sizeBytes: 9 }) }, undefined, step('upload-1', 'id'));
    expect(stored).to.deep.include({ lengths: [], sizes: [0, 0] });
  });

  it('are uploaded again from the beginning where one has changed at its address', async () => {
    const earlier = [step('length-of-cm1', '9'), step('upload-1-begun', 'id')];
    const { recorded } = await publishing(
      { ready: async () => ({ sizeBytes: 9 }), isElsewhere: true },
      () => Promise.reject(changedMedia('a.jpg')),
      ...earlier,
    );
    const forgotten = recorded.filter(({ type }) => type === 'DestinationStepForgotten');
    expect(forgotten.map(({ data }) => data)).to.deep.equal([
      { postPlatformId, step: 'length-of-cm1' },
      { postPlatformId, step: 'upload-1-begun' },
    ]);
    expect(recorded.at(-1)).to.have.property('type', 'DestinationRetryScheduled');
  });
});
