import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { MediaView } from '../../../../domain/media/media-view.ts';
import type { ObjectStorage } from '../../../../domain/media/object-storage.ts';
import { streamOf } from '../../../../infra/adapters/media/collect.ts';
import { openFileReader } from '../../../../infra/adapters/media/reader/file-reader.ts';
import { reportThumbnails } from '../../../../infra/adapters/reports/report-thumbnails.ts';
import { openEmbeddedStorage } from '../../../../infra/stores/object-storage/embedded/embedded-storage.ts';
import type { ReadModels } from '../../../../projections/database.ts';
import { subscribersFor } from '../../../../projections/kernel/read-models.ts';
import { upsertRows } from '../../../../projections/kernel/table.ts';
import { media } from '../../../../projections/media/media.ts';
import { useDatabase } from '../../../support/postgres.ts';

const own = 'cw1';
const patienceMs = 60_000;
const picture = (background: string) =>
  sharp({ create: { width: 1600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the thumbnails of a report', function () {
  this.timeout(120_000);
  const database = useDatabase();
  const reader = openFileReader();
  let dir: string;
  let storage: ObjectStorage;
  let db: Kysely<ReadModels>;
  before(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'thumbnails-'));
    storage = await openEmbeddedStorage({ dir, publicUrl: 'http://localhost' });
    db = database().kysely.withTables<ReadModels>();
    await subscribersFor([media], database().kysely);
    const view = (id: string, contentType: string, more: Partial<MediaView> = {}): MediaView => ({
      id,
      workspaceId: own,
      status: 'READY',
      file: { filename: 'a', contentType, sizeBytes: 1 },
      at: { key: `media/cw1/${id}` },
      posterKey: null,
      targetPlatforms: [],
      validation: null,
      import: null,
      error: null,
      createdAt: '2026-03-01T10:00:00.000Z',
      ...more,
    });
    const views = [
      view('red', 'image/jpeg'),
      view('green', 'video/mp4', { posterKey: 'media/cw1/green-poster.jpg' }),
      view('plain-video', 'video/mp4'),
      view('paper', 'application/pdf'),
      view('away', 'image/jpeg'),
      view('broken', 'image/jpeg'),
      view('elsewhere', 'image/jpeg', { at: { url: 'http://127.0.0.1:1/a.jpg' } }),
      view('unready', 'image/jpeg', { status: 'PROCESSING' }),
      view('foreign', 'image/jpeg', { workspaceId: 'cw2' }),
    ];
    const rows = views.map((view) => ({
      id: view.id,
      workspace_id: view.workspaceId,
      status: view.status,
      view,
    }));
    await upsertRows(media, 'media_g1', rows, database().kysely);
    const [red, green] = [await picture('#f00'), await picture('#0f0')];
    const put = (name: string, bytes: Buffer) => storage.put(`media/cw1/${name}`, 'image/jpeg', streamOf(bytes));
    for (const name of ['red', 'unready', 'foreign', 'plain-video', 'paper']) await put(name, red);
    await put('green-poster.jpg', green);
    await put('broken', red.subarray(0, red.length / 2));
  });
  after(() => {
    reader.close();
    rmSync(dir, { recursive: true, force: true });
  });

  /** The size of a picture, and which of red, green and blue it is. */
  const seen = async (jpeg: Uint8Array | undefined) => {
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    const pixel = [...data.subarray(0, 3)];
    return [info.width, info.height, ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))]];
  };

  it('are small squares of the first image of a post, or of the poster of its video', async () => {
    const thumbnails = await reportThumbnails({ db, storage, reader, patienceMs })(
      new Map([
        ['p1', ['red', 'green']],
        ['p2', ['paper', 'plain-video', 'green', 'red']],
        ['p3', []],
      ]),
      own,
    );
    expect([...thumbnails.keys()]).to.deep.equal(['p1', 'p2']);
    expect(await seen(thumbnails.get('p1'))).to.deep.equal([96, 96, 'red']);
    expect(await seen(thumbnails.get('p2'))).to.deep.equal([96, 96, 'green']);
    for (const { length } of thumbnails.values()) expect(length).to.be.below(5_000);
  });

  it('leave out files that are away, broken, elsewhere, not ready, unknown or of another workspace', async () => {
    const names = ['away', 'broken', 'elsewhere', 'unready', 'unknown', 'foreign', 'red'];
    const thumbnails = await reportThumbnails({ db, storage, reader, patienceMs })(
      new Map(names.map((name) => [name, [name]])),
      own,
    );
    expect([...thumbnails.keys()]).to.deep.equal(['red']);
  });

  it('are not waited for beyond the time of a report', async () => {
    const opened: string[] = [];
    const silent: Pick<ObjectStorage, 'open'> = {
      open: (key) => (opened.push(key), new Promise(() => undefined)),
    };
    const files = new Map(['p1', 'p2'].map((post) => [post, ['red']]));
    const thumbnails = await reportThumbnails({ db, storage: silent, reader, patienceMs: 200 })(files, own);
    expect(thumbnails.size).to.equal(0);
    expect(opened, 'the second file is not begun').to.deep.equal(['media/cw1/red']);
  });
});
