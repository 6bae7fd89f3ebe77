import { hmac, isSame, type WebhookReceiver } from '../webhook.ts';

/** `TikTok-Signature: t=<seconds>,s=<hex>`, over the seconds, a dot and the raw body. TikTok reports posts only. */
export const tiktokWebhooks: WebhookReceiver = {
  proof: 'tiktok-signature',
  isGenuine: ({ header, body }, { clientSecret }) => {
    const parts = new Map(
      (header('tiktok-signature') ?? '').split(',').map((part): readonly [string, string] => {
        const [name = '', value = ''] = part.trim().split('=');
        return [name, value];
      }),
    );
    const signed = Buffer.concat([Buffer.from(`${parts.get('t') ?? ''}.`), body]);
    return isSame(parts.get('s'), hmac('sha256', clientSecret, signed, 'hex'));
  },
  changes: () => [],
};
