import { exchangeOf, putHeaders } from '../edge/http/exchange.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import { dropExpiredRecords, registeredApplications } from '../edge/identity/records.ts';
import type { LocalIssuer } from '../edge/identity/local-issuer.ts';
import { connectorMetadata } from '../edge/mcp/connector-metadata.ts';
import { mcpPath } from '../edge/mcp/mcp-path.ts';
import { registration } from '../edge/mcp/registration.ts';
import { dropEndedTries } from '../stores/postgres/sign-in-tries.ts';
import { runEvery } from '../telemetry/run-every.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Stoppable } from './stoppable.ts';

const expiredRecordsEveryMs = 3_600_000;

/** The documents by which programs find the issuer of the tokens for the tools. */
export const connectorPages = (
  issuer: LocalIssuer,
  { publicUrl }: Infrastructure['config'],
): Record<string, PlainHandler> =>
  connectorMetadata({
    publicUrl,
    mcpPath,
    issuer: issuer.issuer,
    atIssuer: (path) => atIssuer(issuer, () => path),
  });

/** The local OpenID issuer at `/oidc`, where no external provider signs people in. */
export const issuerPages = (
  { log, database }: Infrastructure,
  { access: { issuer } }: SharedParts,
  parts: Stoppable,
): Record<string, PlainHandler> => {
  if (!issuer) return {};
  const register = registration({
    count: registeredApplications(database).count,
    issuer: atIssuer(issuer, () => registrationPath),
  });
  const dropping = runEvery(
    expiredRecordsEveryMs,
    () => Promise.all([dropExpiredRecords(database), dropEndedTries(database)]).then(() => undefined),
    (error) => log.warn({ error }, 'expired sign-ins could not be dropped'),
  );
  parts.add('expired sign-ins', dropping);
  return {
    [`/oidc${registrationPath}`]: register,
    '/oidc/': (req, res) => {
      // The provider sets the headers of its own pages.
      if (req.url?.startsWith('/oidc/jwks')) putHeaders(res, exchangeOf(req));
      return atIssuer(issuer, (url) => url.slice('/oidc'.length))(req, res);
    },
  };
};

const registrationPath = '/reg';

/** The issuer at an address relative to its mount. The provider derives the mount, and the addresses it announces, from both. */
const atIssuer =
  (issuer: LocalIssuer, below: (url: string) => string): PlainHandler =>
  (req, res) => {
    const url = below(req.url ?? '');
    return issuer.handle(Object.assign(req, { originalUrl: `/oidc${url}`, url }), res);
  };
