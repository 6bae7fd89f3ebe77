import type { AccountDetails, Destination, Grant } from '../../../domain/platforms/connector.ts';
import { mint, newSecret } from './grants.ts';
import type { Provisioned, ProvisionRequest, SandboxWorld } from './platform.ts';
import type { SandboxAccount } from './store.ts';

type TokenKind = Readonly<{
  /** A new token in the platform's own form; 43 random characters by default. */
  value?: () => string;
  /** How long it is valid. Absent: it never expires. */
  seconds?: number;
}>;

/** The tokens that a platform issues. */
export type TokenTerms = Readonly<{ access: TokenKind & Readonly<{ seconds: number }>; refresh: TokenKind }>;

export type IssueOptions = Readonly<{
  /** The grant the tokens belong to; a new one by default. */
  family?: string;
  accessSeconds?: number;
  /** False leaves the refresh token out. */
  refresh?: boolean;
  /** The client that the tokens belong to, on platforms with several. */
  clientId?: string;
}>;

export type Issued = Readonly<{ access: string; refresh: string | undefined; expiresInSeconds: number }>;

/** Issues an access token and, unless the options leave it out, a refresh token of the same grant. */
export const issuer =
  ({ access, refresh }: TokenTerms) =>
  async (
    world: SandboxWorld,
    account: SandboxAccount,
    scope: string,
    {
      family = newSecret(12),
      accessSeconds = access.seconds,
      refresh: withRefresh = true,
      clientId,
    }: IssueOptions = {},
  ): Promise<Issued> => {
    const issued = async (kind: 'access' | 'refresh', value: TokenKind['value'], expiresInSeconds?: number) => {
      const secret = await mint(world, {
        account,
        kind,
        family,
        data: { scope, ...(clientId !== undefined && { clientId }) },
        ...(value && { value: value() }),
        ...(expiresInSeconds !== undefined && { expiresInSeconds }),
      });
      return secret.value;
    };
    return {
      access: await issued('access', access.value, accessSeconds),
      refresh: withRefresh ? await issued('refresh', refresh.value, refresh.seconds) : undefined,
      expiresInSeconds: accessSeconds,
    };
  };

/** The options for the tokens of a provisioned account. */
export const issueOptions = ({ tokenExpiresInSeconds, canAutoRefresh = true }: ProvisionRequest): IssueOptions => ({
  refresh: canAutoRefresh,
  ...(tokenExpiresInSeconds !== undefined && { accessSeconds: tokenExpiresInSeconds }),
});

/** The options for a provisioned account. */
export const wantsOf = ({ workspaceId, username }: ProvisionRequest) => ({
  workspaceId,
  ...(username !== undefined && { username }),
});

type More = Readonly<{
  details?: Partial<AccountDetails>;
  extra?: Readonly<Record<string, string>>;
  scopes?: readonly string[];
  page?: Readonly<{ id: string; name: string }> | undefined;
  destinations?: readonly Destination[];
}>;

/** The account with its tokens, as a finished authorization hands them over. */
export const provisioned = (
  { nativeId, username, displayName }: SandboxAccount,
  { access, refresh, expiresInSeconds }: Issued,
  { details, extra, scopes, page, destinations }: More = {},
): Provisioned => {
  const grant: Grant = {
    credentials: {
      accessToken: access,
      ...(refresh !== undefined && { refreshToken: refresh }),
      ...(extra && { extra }),
    },
    expiresInSeconds,
    canAutoRefresh: refresh !== undefined,
    ...(scopes && { scopes }),
  };
  return {
    details: { nativeId, username, displayName, ...details },
    grant,
    ...(page && { page: { id: page.id, name: page.name } }),
    ...(destinations && { destinations }),
  };
};
