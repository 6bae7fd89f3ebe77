import type { S3Client } from '@aws-sdk/client-s3';

/**
 * S3 requires parts of at least 5 MiB, except the last. This is also the most memory one put takes.
 */
const partBytes = 8 * 1024 * 1024;

type Target = Readonly<{ Bucket: string; Key: string; ContentType: string }>;
type Sdk = typeof import('@aws-sdk/client-s3');

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + partBytes - size);
      kept.push(piece);
      size += piece.length;
      at += piece.length;
      if (size < partBytes) continue;
      yield Buffer.concat(kept);
      kept = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(kept);
}

/** Stores a stream of unknown length: in one request when it is short, else part by part. */
export const putStream = async (
  sdk: Sdk,
  client: S3Client,
  target: Target,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> => {
  const parts = inParts(bytes);
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done) {
    const Body = first.done ? Buffer.alloc(0) : first.value;
    await client.send(new sdk.PutObjectCommand({ ...target, Body, ContentLength: Body.length }));
    return;
  }
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('the object storage began no multipart upload');
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = Parts.length + 1;
    const part = new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength: Body.length });
    Parts.push({ PartNumber, ETag: (await client.send(part)).ETag });
  };
  try {
    await send(first.value as Buffer);
    await send(second.value);
    for await (const part of parts) await send(part);
    await client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (fault) {
    // The bucket's rule for unfinished uploads removes an upload whose abort fails. The first fault
    // is the one to report.
    await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
    throw fault;
  }
};
