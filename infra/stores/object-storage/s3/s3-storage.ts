import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import {
  isObjectKey,
  isPublicKey,
  ObjectChanged,
  ObjectMissing,
  type ObjectStorage,
} from '../../../../domain/media/object-storage.ts';
import type { S3Settings } from './s3-settings.ts';
import {
  answerPreflight,
  keyIn,
  objectPath,
  openToPages,
  refuse,
  type ObjectHandler,
  type OnFault,
} from '../object-request.ts';
import { putStream } from './multipart-put.ts';
import { defined } from '../../../../domain/kernel/defined.ts';
import { isRecord } from '../../../../domain/kernel/record.ts';

/**
 * Amazon S3 User Guide, "Uploading objects": a single PUT, and a single copy, carry at most 5 GiB.
 */
const maxUploadBytes = 5 * 1024 ** 3;

const readableSeconds = 3600;

const deletionsAtOnce = 16;

/**
 * By default the SDK and its callers wait without limit. The second limit is for a silent
 * connection.
 */
const patience = { connectionTimeout: 10_000, socketTimeout: 5 * 60_000 };

const statusOf = (fault: unknown): unknown => {
  const metadata = isRecord(fault) ? fault['$metadata'] : undefined;
  return isRecord(metadata) ? metadata['httpStatusCode'] : undefined;
};

const isMissing = (fault: unknown): boolean =>
  fault instanceof Error && (['NoSuchKey', 'NotFound'].includes(fault.name) || statusOf(fault) === 404);

const quoted = (etag: string | undefined): string => `"${(etag ?? '').replaceAll('"', '')}"`;

/**
 * Object storage in any S3-compatible bucket. Checksums beyond the signature are sent only where S3
 * requires them, because many other servers refuse them. Without a public base URL public objects
 * are read through this service, which redirects.
 */
export const openS3Storage = async (
  settings: S3Settings,
  publicUrl: string,
  onFault?: OnFault,
): Promise<ObjectStorage & { handler: ObjectHandler; close(): void }> => {
  // The SDK writes a paragraph about this version of Node to standard error at every start.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  // Loaded only where a bucket is configured: the SDK takes time and memory to load.
  const sdk = await import('@aws-sdk/client-s3');
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const client = new sdk.S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    requestHandler: patience,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...defined({ endpoint: settings.endpoint, credentials: settings.credentials }),
  });
  const Bucket = settings.bucket;
  const at = (Key: string): { Bucket: string; Key: string } => {
    if (!isObjectKey(Key)) throw new RangeError(`not an object key: ${Key}`);
    return { Bucket, Key };
  };

  const storage: ObjectStorage = {
    maxUploadBytes,
    // A signature fixes a length or none.
    keepsUpperLimits: false,
    presignUpload: async ({ key, contentType, sizeBytes, exactSize = true, expiresInSeconds }) => {
      const command = new sdk.PutObjectCommand({
        ...at(key),
        ContentType: contentType,
        ...(exactSize ? { ContentLength: sizeBytes } : {}),
      });
      const url = await getSignedUrl(client, command, {
        expiresIn: expiresInSeconds,
        // By default the type is not signed, and a client could send another one.
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      });
      const expiresAt = new Date(Date.now() + expiresInSeconds * 1000).toISOString();
      return { url, headers: { 'Content-Type': contentType }, expiresAt };
    },
    head: async (key) => {
      try {
        const head = await client.send(new sdk.HeadObjectCommand(at(key)));
        return {
          sizeBytes: head.ContentLength ?? 0,
          contentType: head.ContentType ?? 'application/octet-stream',
          etag: quoted(head.ETag),
          modifiedAt: (head.LastModified ?? new Date(0)).toISOString(),
        };
      } catch (fault) {
        if (isMissing(fault)) return undefined;
        throw fault;
      }
    },
    open: async (key, range) => {
      const part = range && { Range: `bytes=${range.start}-${range.end - 1}` };
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), ...part }));
        if (!(Body instanceof Readable)) throw new Error(`the storage answered ${key} without its bytes`);
        return Body;
      } catch (fault) {
        throw isMissing(fault) ? new ObjectMissing(key) : fault;
      }
    },
    put: async (key, contentType, bytes) => {
      await putStream(sdk, client, { ...at(key), ContentType: contentType }, bytes);
      const stored = await storage.head(key);
      if (!stored) throw new ObjectMissing(key);
      return stored;
    },
    copy: async (from, to, { etag, contentType } = {}) => {
      const command = new sdk.CopyObjectCommand({
        ...at(to),
        CopySource: `${Bucket}/${at(from).Key}`,
        ...defined({ CopySourceIfMatch: etag }),
        ...(contentType === undefined ? {} : { MetadataDirective: 'REPLACE', ContentType: contentType }),
      });
      try {
        // Some servers do not support conditions: a check before the write leaves a small race.
        const held = etag === undefined ? undefined : await storage.head(from);
        if (held && held.etag !== etag) throw new ObjectChanged(from);
        await client.send(command);
      } catch (fault) {
        if (isMissing(fault)) throw new ObjectMissing(from);
        throw statusOf(fault) === 412 ? new ObjectChanged(from) : fault;
      }
    },
    delete: async (key) => {
      await client.send(new sdk.DeleteObjectCommand(at(key)));
    },
    deleteFolder: async (folder) => {
      const Prefix = `${at(folder).Key}/`;
      for (;;) {
        // What was deleted is not listed again: the first page is always the next one.
        const { Contents = [] } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1000 }));
        if (Contents.length === 0) return;
        // One by one: the call that deletes many needs checksums that not every server knows.
        const some = pLimit(deletionsAtOnce);
        await Promise.all(Contents.map(({ Key }) => some(() => storage.delete(Key ?? ''))));
      }
    },
    publicUrl: (key) => `${settings.publicBaseUrl ?? `${publicUrl}${objectPath}`}/${key}`,
  };

  const redirect = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const asked = keyIn(req);
    if (req.method === 'OPTIONS') return answerPreflight(res);
    if (!asked || !isPublicKey(asked.key))
      return refuse(req, res, { status: 404, code: 'NOT_FOUND', message: 'there is no such object' });
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(req, res, { status: 405, code: 'BAD_REQUEST', message: 'GET or HEAD' });
    const Command = req.method === 'GET' ? sdk.GetObjectCommand : sdk.HeadObjectCommand;
    const location = await getSignedUrl(client, new Command(at(asked.key)), { expiresIn: readableSeconds });
    res.writeHead(302, { ...openToPages, location, 'cache-control': `private, max-age=${readableSeconds / 2}` });
    res.end();
  };

  return {
    ...storage,
    handler: (req, res) => {
      redirect(req, res).catch((fault: unknown) => {
        onFault?.(fault, { method: req.method, key: keyIn(req)?.key });
        refuse(req, res, { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'the object storage does not answer' });
      });
    },
    close: () => client.destroy(),
  };
};
