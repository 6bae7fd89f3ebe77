import type { IncomingMessage } from 'node:http';
import type { Configuration } from 'oidc-provider';
import { isSafeRedirect } from './safe-redirect.ts';

export type ClientDocuments = Readonly<{
  /** Whether the sender of a request may have one more document read. */
  mayRead(request: IncomingMessage): Promise<boolean>;
  /** The text of a document at a public HTTPS address. Rejects where it is not answered with 200. */
  read(url: string): Promise<string>;
}>;

/** A program may change its document; until then a read one is used again. */
const cacheDuration = { min: 300, max: 86_400 };

type Settings = Pick<Configuration, 'fetch' | 'fetchResponseBodyLimits'> &
  Readonly<{ feature: NonNullable<Configuration['features']>['clientIdMetadataDocument'] }>;

/**
 * Programs whose client id is the address of a document that describes them. Nothing but `read` fetches it. A code is only
 * sent where a program that registers itself could be sent one.
 */
export const clientDocuments = ({ mayRead, read }: ClientDocuments): Settings => ({
  feature: {
    enabled: true,
    ack: 'draft-02',
    cacheDuration,
    allowFetch: ({ req }) => mayRead(req),
    allowClient: (_ctx, { redirectUris = [] }) => redirectUris.length > 0 && redirectUris.every(isSafeRedirect),
  },
  fetch: async (url) => new Response(await read(String(url))),
  fetchResponseBodyLimits: { 'client_id metadata document': 5 * 1024 },
});
