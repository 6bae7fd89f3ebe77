import { hmac, hubChallenge, isSame, type WebhookReceiver } from '../webhook.ts';

/** WebSub: the hub's challenge, and `X-Hub-Signature` over the raw body. A feed reports videos, never comments. */
export const youtubeWebhooks: WebhookReceiver = {
  proof: 'x-hub-signature',
  challenge: hubChallenge,
  isGenuine: ({ header, body }, { verifyToken }) =>
    isSame(header('x-hub-signature'), `sha1=${hmac('sha1', verifyToken, body, 'hex')}`),
  changes: () => [],
};
