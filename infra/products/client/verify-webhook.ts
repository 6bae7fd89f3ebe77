import { createHmac, timingSafeEqual } from 'node:crypto';

export type WebhookToVerify = Readonly<{
  /** The request body exactly as received, before any JSON parsing. */
  body: string | Uint8Array;
  /** The value of the header `X-Service-Signature`. */
  signature: string | null | undefined;
  /** The endpoint's secret, or several while one is being replaced. */
  secret: string | readonly string[];
  /** How old a delivery may be, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** The present, for tests and for test workspaces whose clock was advanced. */
  now?: Date;
}>;

/**
 * Whether a webhook delivery is genuine and recent. Compares in constant time; signatures of schemes other than `v2` are
 * ignored, so deliveries signed by two schemes during a transition are accepted. Deduplicate on `eventId` of the body, which
 * is `X-Service-Event-Id` too: `X-Service-Delivery-Id` is new at each attempt.
 */
export const verifyWebhook = ({
  body,
  signature,
  secret,
  toleranceSeconds = 300,
  now = new Date(),
}: WebhookToVerify): boolean => {
  const parts = (signature ?? '').split(',').map((part) => {
    const at = part.indexOf('=');
    return { scheme: part.slice(0, at).trim(), value: part.slice(at + 1).trim() };
  });
  const timestamp = parts.find(({ scheme }) => scheme === 't')?.value ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (now.getTime() / 1000 - Number(timestamp) > toleranceSeconds) return false;
  const candidates = parts
    .filter(({ scheme, value }) => scheme === 'v2' && /^[0-9a-f]{64}$/.test(value))
    .map(({ value }) => Buffer.from(value, 'hex'));
  const secrets = typeof secret === 'string' ? [secret] : secret;
  return secrets.some((each) => {
    const expected = createHmac('sha256', each).update(`${timestamp}.`).update(body).digest();
    return candidates.some((candidate) => timingSafeEqual(candidate, expected));
  });
};
