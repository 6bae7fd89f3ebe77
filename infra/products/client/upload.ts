import { orThrow } from './api-error.ts';
import type { components } from './schema.d.ts';
import type { ServiceClient } from './typed-calls.ts';
import {
  openFile,
  putFile,
  type FileToUpload,
  type OpenedFile,
  type Place,
  type UploadOptions,
} from './upload-file.ts';
import { waitUntilReady, type WaitOptions } from './wait-until.ts';

type Media = components['schemas']['Media'];
type Options = UploadOptions & WaitOptions;

/** A file to transfer, its place, and its id. */
type Planned = Readonly<{ file: OpenedFile; place: Place; mediaId: string }>;

/** One transfer after the other: together they are not faster. */
const putAll = async (
  client: ServiceClient,
  planned: readonly Planned[],
  options: Options,
): Promise<readonly Media[]> => {
  for (const { file, place } of planned) await putFile(file, place, options);
  return Promise.all(planned.map(({ mediaId }) => waitUntilReady(client, mediaId, options)));
};

const signalOf = ({ signal }: Options): { signal?: AbortSignal } => (signal ? { signal } : {});

/** Answers the file once it can be posted: `mediaIds: [media.id]`. */
export const uploadMedia = async (client: ServiceClient, file: FileToUpload, options: Options = {}): Promise<Media> => {
  const opened = await openFile(file);
  const { filename, contentType, sizeBytes, altText } = opened;
  const body = { filename, contentType, sizeBytes, ...(altText === undefined ? {} : { altText }) };
  const place = orThrow(await client.POST('/v1/media/upload', { body, ...signalOf(options) }));
  await putFile(opened, { url: place.uploadUrl, headers: place.uploadHeaders }, options);
  return waitUntilReady(client, place.mediaId, options);
};

const plan = (
  files: readonly OpenedFile[],
  places: readonly Readonly<{ mediaId: string; place: Place }>[],
): readonly Planned[] =>
  files.map((file, at) => {
    const found = places[at];
    if (found === undefined) throw new TypeError('the service answered fewer places than files');
    return { file, ...found };
  });

/** Up to 20 videos of at most 500 MB each, in one request and one transfer after the other. */
export const uploadVideos = async (
  client: ServiceClient,
  files: readonly FileToUpload[],
  options: Options = {},
): Promise<readonly Media[]> => {
  const opened = await Promise.all(files.map(openFile));
  const body = {
    files: opened.map(({ filename, contentType, sizeBytes }) => ({ filename, contentType, size: sizeBytes })),
  };
  const { uploads } = orThrow(await client.POST('/v1/media/bulk-presign', { body, ...signalOf(options) }));
  const places = uploads.map(({ mediaId, presignedUrl, uploadHeaders }) => ({
    mediaId,
    place: { url: presignedUrl, headers: uploadHeaders },
  }));
  return putAll(client, plan(opened, places), options);
};

const bytesInMegabyte = 1024 * 1024;

/** Up to 20 long videos of at most 10 GB each, which are then validated for these platforms. */
export const uploadVideosFor = async (
  client: ServiceClient,
  targetPlatforms: readonly string[],
  files: readonly FileToUpload[],
  options: Options = {},
): Promise<readonly Media[]> => {
  const opened = await Promise.all(files.map(openFile));
  const body = {
    targetPlatforms: [...targetPlatforms],
    videos: opened.map(({ filename, contentType, sizeBytes }) => ({
      filename,
      contentType,
      fileSizeMb: sizeBytes / bytesInMegabyte,
    })),
  };
  const { videos } = orThrow(await client.POST('/v1/media/bulk-video-upload-urls', { body, ...signalOf(options) }));
  const places = videos.map(({ mediaId, uploadUrl, uploadHeaders }) => ({
    mediaId,
    place: { url: uploadUrl, headers: uploadHeaders },
  }));
  return putAll(client, plan(opened, places), options);
};

/** Answers the address of the picture, for `avatarUrl` and `logoUrl`. */
export const uploadAvatar = async (
  client: ServiceClient,
  file: FileToUpload,
  options: UploadOptions = {},
): Promise<string> => {
  const opened = await openFile(file);
  const { filename, contentType, sizeBytes } = opened;
  const body = { filename, contentType, sizeBytes };
  const place = orThrow(await client.POST('/v1/uploads/avatar-url', { body, ...signalOf(options) }));
  await putFile(opened, { url: place.uploadUrl, headers: place.uploadHeaders }, options);
  return place.publicUrl;
};

/** The service copies a file from a public address; answers it once it can be posted. */
export const importMedia = async (
  client: ServiceClient,
  url: string,
  { altText, ...options }: WaitOptions & Readonly<{ altText?: string }> = {},
): Promise<Media> => {
  const body = { url, ...(altText === undefined ? {} : { altText }) };
  const { id } = orThrow(await client.POST('/v1/media/import', { body, ...signalOf(options) }));
  return waitUntilReady(client, id, options);
};
