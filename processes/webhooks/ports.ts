import type { WebhookSecrets } from '../../domain/webhooks/secrets.ts';

/** How one request to a receiver ended. `delivered`: an HTTP answer came, whatever its status; `blocked`: nothing was sent. */
export type PostResult =
  | Readonly<{ outcome: 'delivered'; statusCode: number; body: string; latencyMs: number }>
  | Readonly<{ outcome: 'blocked' | 'timeout' | 'connection_error'; error: string; latencyMs: number }>;

/** What is signed and sent in one try; `sentAt` is on the workspace's clock. */
export type SignedAttempt = Readonly<{
  deliveryId: string;
  event: string;
  body: string;
  sentAt: Date;
  /** Newest first; more than one while a secret is being replaced. */
  secrets: readonly string[];
}>;

export type DeliveryPorts = Readonly<{
  /** HTTPS to public addresses only; follows no redirects and never throws for what the other side does. */
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<PostResult>;
  /** The headers of one try, signature included. */
  headersOf(attempt: SignedAttempt): Readonly<Record<string, string>>;
  secrets: WebhookSecrets;
  /** For everything of one try together; 30 seconds unless a test is in a hurry. */
  timeoutMs?: number;
}>;
