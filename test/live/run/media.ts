import sharp from 'sharp';
import { muxed } from '../../infra/adapters/media/sample-videos.ts';
import { until } from '../../support/until.ts';
import type { LiveService } from '../service/live-service.ts';
import type { LiveWorkspace } from './workspace.ts';

type MediaKind = 'image' | 'other image' | 'video';
export type StoredFile = Readonly<{ id: string; sizeBytes: number }>;
export type MediaOf = (workspace: LiveWorkspace, kind: MediaKind) => Promise<StoredFile>;

const picture = (filename: string, background: string) => async () => ({
  filename,
  contentType: 'image/jpeg',
  bytes: await sharp({ create: { width: 1080, height: 1080, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

export const made = {
  image: picture('picture.jpg', '#c06'),
  'other image': picture('other.jpg', '#06c'),
  /** Some eleven megabytes: several parts on the platforms that take parts. */
  video: async () => ({
    filename: 'film.mp4',
    contentType: 'video/mp4',
    bytes: await muxed('mp4', { width: 720, height: 1280, frames: 70, frameBytes: 155_000 }),
  }),
};

/** Files that are uploaded as a client uploads them, once for each workspace. */
export const uploadedMedia = (live: LiveService): MediaOf => {
  const stored = new Map<string, Promise<StoredFile>>();
  const upload = async (workspace: LiveWorkspace, kind: MediaKind): Promise<StoredFile> => {
    const { bytes, ...named } = await made[kind]();
    const asked = await workspace.expected(201, 'POST /media/upload', { ...named, sizeBytes: bytes.length });
    const sent = await fetch(live.local(String(asked['uploadUrl'])), {
      method: 'PUT',
      headers: asked['uploadHeaders'] as Record<string, string>,
      body: Uint8Array.from(bytes),
    });
    if (!sent.ok) throw new Error(`the ${kind} was not taken: ${sent.status} ${await sent.text()}`);
    const path = `GET /media/${asked['mediaId']}`;
    const isReady = async () => (await workspace.expected(200, path))['status'] === 'READY';
    await until(`the ${kind} is ready`, isReady, 60_000);
    return { id: String(asked['mediaId']), sizeBytes: Number((await workspace.expected(200, path))['sizeBytes']) };
  };
  return (workspace, kind) => {
    const name = `${workspace.id} ${kind}`;
    const file = stored.get(name) ?? upload(workspace, kind);
    stored.set(name, file);
    return file;
  };
};
