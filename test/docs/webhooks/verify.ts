// #region verify
import { verifyWebhook } from '@social-publishing/client/webhooks';

const isGenuine = (body: Uint8Array, signature: string | undefined): boolean =>
  verifyWebhook({ body, signature, secret: process.env['WEBHOOK_SECRET']! });
// #endregion

const chunks: Uint8Array[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
console.log(isGenuine(Buffer.concat(chunks), process.env['SIGNATURE']) ? 'genuine' : 'forged');
