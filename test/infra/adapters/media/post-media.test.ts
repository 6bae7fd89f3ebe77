import { expect } from 'chai';
import { CommandHandler } from '../../../../commands/kernel/handle.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { media, type MediaCommand } from '../../../../domain/media/media.ts';
import { FetchRefused, type FetchFile } from '../../../../domain/media/processing.ts';
import { collect, streamOf } from '../../../../infra/adapters/media/collect.ts';
import { fetchFile } from '../../../../infra/adapters/media/fetch-file.ts';
import { fromAddress, fromSample, type Sources } from '../../../../infra/adapters/media/media-sources.ts';
import { mediaAtAddress, mediaOfPosts } from '../../../../infra/adapters/media/post-media.ts';
import { simulatedMedia } from '../../../../infra/adapters/media/simulated-media.ts';
import { DownloadFailed, type SafeDownload } from '../../../../infra/outside/http/safe-download.ts';
import { MemoryEventStore } from '../../../support/memory-event-store.ts';
import { streamsOf } from '../../../support/streams-of.ts';

const text = 'The quick brown fox';
const nobody: FetchFile = () => Promise.reject(new Error('no port is asked'));
const by =
  (fetch: FetchFile): Sources =>
  (mode) =>
    mode === 'live' ? fromAddress(fetch) : fromSample;
const source: FetchFile = () =>
  Promise.resolve({ contentType: 'image/PNG; x=1', sizeBytes: text.length, bytes: streamOf(Buffer.from(text)) });

describe('media of posts', () => {
  const store = new MemoryEventStore();
  const commands = new CommandHandler(store);
  const urlOf = (key: string) => `https://media.example.com/${key}`;
  const meta = (workspaceId: string) =>
    ({
      workspaceId,
      mode: 'test',
      actor: { kind: 'user', id: 'u' },
      $correlationId: 'r',
      occurredAt: '2026-03-01T10:00:00.000Z',
    }) as const;
  let number = 0;
  const carryOut = (id: string, workspaceId: string, command: MediaCommand) =>
    commands.handle(media, id, command, { commandId: `c${number++}`, meta: meta(workspaceId) });

  it('are found with what is known of them now, and only in their workspace', async () => {
    const createdById = null;
    const url = 'https://cdn.example.com/a.png';
    await carryOut('cm1', 'cw1', {
      type: 'register',
      mediaId: 'cm1',
      url,
      filename: 'a.png',
      contentType: 'image/png',
      createdById,
    });
    await carryOut('cm2', 'cw1', {
      type: 'request-upload',
      mediaId: 'cm2',
      filename: 'b.mp4',
      contentType: 'video/mp4',
      sizeBytes: 5,
      exactSize: true,
      expiresAt: '2026-03-01T10:15:00.000Z',
      targetPlatforms: [],
      createdById,
    });
    await carryOut('cm3', 'cw1', {
      type: 'register',
      mediaId: 'cm3',
      url,
      filename: 'c.png',
      contentType: 'image/png',
      createdById,
    });
    await carryOut('cm3', 'cw1', { type: 'delete', workspaceId: 'cw1' });
    const find = mediaOfPosts(urlOf);
    const found = await find(['cm1', 'cm2', 'cm3', 'cm4'], streamsOf(commands, 'cw1'));
    expect([...found.keys()]).to.have.members(['cm1', 'cm2']);
    expect(found.get('cm1')).to.deep.include({ ready: true });
    expect(found.get('cm1')?.media).to.include({ id: 'cm1', publicUrl: url });
    expect(found.get('cm2')).to.deep.include({ ready: false });
    expect((await find(['cm1', 'cm2'], streamsOf(commands, 'cw2'))).size).to.equal(0);
  });

  it('have facts by their address: from the source, else from the name', async () => {
    const url = 'https://cdn.example.com/films/a%20b.MP4?x=1';
    const live = await mediaAtAddress(by(source))(url, 'cm9', 'live');
    expect(live).to.deep.equal({
      id: 'cm9',
      filename: 'a b.MP4',
      contentType: 'image/png',
      sizeBytes: text.length,
      publicUrl: url,
    });
    const sample = await mediaAtAddress(by(nobody))(url, 'cm9', 'test');
    expect(sample).to.include({ contentType: 'video/mp4', sizeBytes: simulatedMedia('video/mp4').length });
    expect(await mediaAtAddress(by(nobody))(url, 'cm9', 'live')).to.include({ contentType: 'video/mp4', sizeBytes: 0 });
    const unknown = await mediaAtAddress(by(nobody))('https://cdn.example.com/', 'cm9', 'test').catch(
      (error: unknown) => error,
    );
    expect(unknown).to.be.instanceOf(Refused).with.property('code', 'VALIDATION_ERROR');
  });

  it('are refused where their source refuses them', async () => {
    const gone: FetchFile = () => Promise.reject(new FetchRefused('the address answered 404'));
    const error = await mediaAtAddress(by(gone))('https://cdn.example.com/a.png', 'cm9', 'live').catch(
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(Refused).with.property('message', 'mediaUrl: the address answered 404');
  });
});

describe('fetching files', () => {
  const failing = (fault: Error): SafeDownload =>
    Object.assign(() => Promise.reject(fault), { close: () => Promise.resolve() });
  const fate = async (fault: Error) =>
    fetchFile(failing(fault))('https://a/b', 1, new AbortController().signal).catch((error: unknown) => error);

  it('tells a last word from what may pass', async () => {
    expect(await fate(new DownloadFailed('status', 'the address answered 404'))).to.be.instanceOf(FetchRefused);
    expect(await fate(new DownloadFailed('blocked', 'the address is not a public HTTPS address'))).to.be.instanceOf(
      FetchRefused,
    );
    expect(await fate(new DownloadFailed('status', 'the address answered 503'))).to.be.instanceOf(DownloadFailed);
    expect(await fate(new Error('ECONNRESET'))).not.to.be.instanceOf(FetchRefused);
  });

  it('tells so too of a file that turns out too large on the way', async () => {
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('a'));
      throw new DownloadFailed('too_large', 'the file has more than 1 bytes');
    }
    const download: SafeDownload = Object.assign(
      () => Promise.resolve({ contentType: undefined, sizeBytes: undefined, bytes: bytes() }),
      { close: () => Promise.resolve() },
    );
    const fetched = await fetchFile(download)('https://a/b', 1, new AbortController().signal);
    expect(await collect(fetched.bytes, 10).catch((error: unknown) => error)).to.be.instanceOf(FetchRefused);
  });
});
