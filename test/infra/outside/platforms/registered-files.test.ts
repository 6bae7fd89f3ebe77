import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { platformRules } from '../../../../domain/content/platform-rules.ts';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { platforms, type Platform } from '../../../../domain/platforms/platform.ts';
import type { PublishRun } from '../../../../domain/platforms/publisher.ts';
import type { PostMedia } from '../../../../domain/posts/values.ts';
import { fetchFile } from '../../../../infra/adapters/media/fetch-file.ts';
import { fromAddress } from '../../../../infra/adapters/media/media-sources.ts';
import { mediaFiles } from '../../../../infra/adapters/media/published-files.ts';
import { simulatedMedia } from '../../../../infra/adapters/media/simulated-media.ts';
import { rangesFrom } from '../../../../infra/outside/network/address-ranges.ts';
import { createSafeDownload, type SafeDownload } from '../../../../infra/outside/http/safe-download.ts';
import type { ObjectStorage } from '../../../../domain/media/object-storage.ts';
import { openAttemptFiles, type Attached } from '../../../../processes/posts/attempt-files.ts';
import { selfSigned } from '../../../support/certificate.ts';
import { FaultyFront } from './faulty-front.ts';
import { Lab, rendered, type Person } from './lab.ts';
import type { MemoryRun } from './memory-run.ts';

const { key, cert } = selfSigned();
const loopback = rangesFrom('127.0.0.0/8');

/** No registered file is in the storage. */
const noStorage = new Proxy({} as ObjectStorage, {
  get: (_target, name) => {
    throw new Error(`the storage was asked: ${String(name)}`);
  },
});

const kinds = ['image/jpeg', 'video/mp4'] as const;
const takes = (platform: Platform, type: (typeof kinds)[number]): boolean => {
  const { images, video, mediaRequired } = platformRules[platform];
  if (type === 'image/jpeg') return images.max > 0 && mediaRequired !== 'video';
  return video.max > 0 && video.documented?.max !== 0;
};

type Ending = Readonly<{ is: 'published' }> | Readonly<{ is: 'failed'; error: PlatformError }>;

describe('a registered file', function () {
  this.timeout(30_000);
  let source: Server;
  let download: SafeDownload;
  let lab: Lab;
  let front: FaultyFront;
  let answer: RequestListener;
  let address: string;

  before(async () => {
    source = createServer({ key, cert }, (request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await once(source, 'listening');
    address = `https://127.0.0.1:${(source.address() as AddressInfo).port}`;
    download = createSafeDownload({ exempt: loopback, ca: cert });
    lab = new Lab();
    await lab.start();
    front = await FaultyFront.before(lab);
  });
  after(async () => {
    await front.stop();
    await lab.stop();
    await download.close();
    source.closeAllConnections();
    source.close();
    await once(source, 'close');
  });

  const whole =
    (type: string, states: { length: boolean }): RequestListener =>
    (_request, response) => {
      const bytes = simulatedMedia(type);
      response.setHeader('content-type', type);
      if (states.length) response.setHeader('content-length', bytes.length);
      response.write(bytes.subarray(0, 100));
      response.end(bytes.subarray(100));
    };

  const postOf = (platform: Platform, type: string): Attached => {
    const attached: PostMedia = {
      id: 'cm1',
      filename: 'photo',
      contentType: type,
      sizeBytes: 0,
      publicUrl: `${address}/photo`,
      width: 1080,
      height: 1080,
      ...(type === 'video/mp4' ? { durationMs: 1000 } : {}),
    };
    const file = mediaFiles(noStorage, () => fromAddress(fetchFile(download)))(attached, 'live');
    const post = rendered(platform, 'A picture', [file]);
    const metadata = { title: 'A title', tiktokPrivacyLevel: 'PUBLIC_TO_EVERYONE', recipientPhone: '+15551234567' };
    return { ...post, metadata, media: [file], thread: [] };
  };

  const published = async (person: Person, memory: MemoryRun, post: Attached): Promise<Ending> => {
    const run: PublishRun = memory.run;
    try {
      const files = await openAttemptFiles(post, run, { isFirst: true });
      try {
        await lab.adapter(person.platform).publisher.publish(files.rendered, run);
      } finally {
        await files.close();
      }
      return { is: 'published' };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { is: 'failed', error };
    }
  };

  for (const platform of platforms)
    for (const type of kinds.filter((each) => takes(platform, each))) {
      for (const length of [true, false])
        it(`is published on ${platform} as ${type}, ${length ? 'with' : 'without'} a Content-Length`, async () => {
          answer = whole(type, { length });
          const person = await lab.person(platform);
          const memory = person.newRun();
          const ending = await published(person, memory, postOf(platform, type));
          expect(ending).to.deep.equal({ is: 'published' });
        });

      it(`that is gone fails on ${platform} as ${type} before the platform hears of it`, async () => {
        answer = (_request, response) => response.writeHead(404).end();
        const person = await lab.person(platform);
        const memory = person.newRun();
        const before = front.exchanges.length;
        const ending = await published(person, memory, postOf(platform, type));
        if (ending.is !== 'failed') throw new Error('it was published');
        const { kind, code, message } = ending.error;
        expect([kind, code]).to.deep.equal(['refused', 'MEDIA_REJECTED']);
        expect(message).to.equal('The file photo cannot be published: the address answered 404');
        expect(front.exchanges.length).to.equal(before);
      });

      it(`that breaks off is never in doubt on ${platform} as ${type}`, async () => {
        let asked = 0;
        answer = (request, response) => {
          asked += 1;
          const bytes = simulatedMedia(type);
          response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
          response.write(bytes.subarray(0, 100));
          // The first request only measures.
          if (asked > 1) request.socket.destroySoon();
        };
        const person = await lab.person(platform);
        const memory = person.newRun();
        const ending = await published(person, memory, postOf(platform, type));
        expect(memory.open, 'a send in doubt').to.equal(undefined);
        if (ending.is === 'published') {
          expect(asked, 'requests where the platform fetches the address itself').to.equal(1);
          return;
        }
        const { kind, code, message } = ending.error;
        expect([kind, code]).to.deep.equal(['not_stored', 'MEDIA_NOT_READY']);
        expect(message).to.match(/^The file photo could not be read/);
        expect(await person.objects()).to.deep.equal([]);
      });
    }
});
