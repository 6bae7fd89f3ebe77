import { createHmac, randomBytes } from 'node:crypto';

/** A new endpoint secret: 256 random bits. The whole string, prefix included, is the HMAC key. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

const signatureOf = (secret: string, unixSeconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${unixSeconds}.${body}`, 'utf8').digest('hex');

/**
 * The value of `X-Service-Signature`: `t=<unix seconds>,v2=<hex HMAC-SHA256 of "<t>.<raw body>">`.
 * While a secret is being rotated, both secrets are given, the newest first, and the header carries
 * one `v2` for each.
 */
export const signatureHeader = (secrets: readonly string[], unixSeconds: number, body: string): string => {
  if (secrets.length === 0) throw new Error('a delivery is signed with at least one secret');
  return [`t=${unixSeconds}`, ...secrets.map((secret) => `v2=${signatureOf(secret, unixSeconds, body)}`)].join(',');
};

export type DeliveryHeaders = Readonly<
  Record<
    'X-Service-Signature' | 'X-Service-Timestamp' | 'X-Service-Delivery-Id' | 'X-Service-Event' | 'Content-Type',
    string
  >
>;

/** All headers of one delivery attempt; `sentAt` is on the workspace's clock. */
export const deliveryHeaders = (
  delivery: Readonly<{ deliveryId: string; event: string; body: string; sentAt: Date; secrets: readonly string[] }>,
): DeliveryHeaders => {
  const unixSeconds = Math.floor(delivery.sentAt.getTime() / 1000);
  return {
    'X-Service-Signature': signatureHeader(delivery.secrets, unixSeconds, delivery.body),
    'X-Service-Timestamp': String(unixSeconds),
    'X-Service-Delivery-Id': delivery.deliveryId,
    'X-Service-Event': delivery.event,
    'Content-Type': 'application/json',
  };
};
