import type { Explain } from './http.ts';

/**
 * The object storage that some platforms name for uploads (Amazon S3, "Error responses"): XML, and
 * no token of the account. A busy storage or an expired permission does not concern the file: the
 * next attempt takes a new permission.
 */
export const explainStorageUpload: Explain = (reply) => {
  if (reply.status < 400) return undefined;
  const reported = {
    message: /<Message>([^<]*)</.exec(reply.text)?.[1] ?? 'the upload was refused',
    platformCode: /<Code>([^<]*)</.exec(reply.text)?.[1] ?? String(reply.status),
  };
  const passes = reply.status >= 500 || reply.status === 429 || reply.status === 408;
  if (passes || /expired/i.test(reported.message)) return { ...reported, kind: 'not_stored', code: 'PUBLISH_ERROR' };
  return { ...reported, code: 'MEDIA_REJECTED' };
};
