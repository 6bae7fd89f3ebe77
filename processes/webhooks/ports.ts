import type { WebhookSecrets } from '../../domain/webhooks/secrets.ts';

/**
 * The end of one request to a receiver. `delivered`: an HTTP answer came, whatever its status;
 * `blocked`: nothing was sent.
 */
export type PostResult =
  | Readonly<{ outcome: 'delivered'; statusCode: number; body: string; latencyMs: number }>
  | Readonly<{ outcome: 'blocked' | 'timeout' | 'connection_error'; error: string; latencyMs: number }>;

/** The signed content of one attempt; `sentAt` is on the workspace's clock. */
export type SignedAttempt = Readonly<{
  deliveryId: string;
  event: string;
  body: string;
  sentAt: Date;
  /** Newest first; more than one while a secret is being replaced. */
  secrets: readonly string[];
}>;

export type DeliveryPorts = Readonly<{
  /**
   * HTTPS to public addresses only; follows no redirects and never throws for the receiver's
   * faults.
   */
  postToReceiver(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<PostResult>;
  /** The headers of one attempt, signature included. */
  deliveryHeaders(attempt: SignedAttempt): Readonly<Record<string, string>>;
  webhookSecrets: WebhookSecrets;
  /** For one attempt as a whole; 30 seconds by default. */
  deliveryTimeoutMs?: number;
}>;
