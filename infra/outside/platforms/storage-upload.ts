import type { Explain } from './http.ts';

/**
 * The object storage some platforms name for uploads (Amazon S3, "Error responses"): XML, and no token of the account. A storage
 * that is busy or a permission that has run out says nothing of the file: the next try takes a new permission.
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
