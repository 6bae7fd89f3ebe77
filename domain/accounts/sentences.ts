import { counted, ended, type Sentences } from '../kernel/sentence.ts';
import type { AccountEvent } from './account-events.ts';

const until = (tokenExpiresAt: string | undefined): string =>
  tokenExpiresAt === undefined ? 'its token does not expire' : `its token is good until ${tokenExpiresAt}`;

export const accountSentences: Sentences<AccountEvent> = {
  AccountConnected: ({ platform, tokenExpiresAt }) =>
    `An account of ${platform} was connected to the workspace; ${until(tokenExpiresAt)}.`,
  AccountReconnected: ({ platform, tokenExpiresAt }) =>
    `A known account of ${platform} was authorized again; ${until(tokenExpiresAt)}.`,
  AccountTokenRefreshed: ({ tokenExpiresAt }) => `The token of the account was renewed; ${until(tokenExpiresAt)}.`,
  AccountTokenRefreshFailed: ({ attempt, retryAt, error }) =>
    ended(`Renewal ${attempt} of the token failed and will be retried at ${retryAt}: ${error}`),
  AccountLoginEnds: ({ loginEndsAt }) => `The platform ends the login behind the account at ${loginEndsAt}.`,
  AccountErrored: ({ status, error }) =>
    ended(`The token of the account no longer publishes, the account is ${status}: ${error}`),
  AccountDestinationsLoaded: ({ destinations }) =>
    `${counted(destinations.length, 'place')} the account can publish to were listed.`,
  AccountPageSelected: ({ page }) => `The account publishes to the place ${page.id} from now on.`,
  AccountPaused: () => 'The account was paused: the plan allows fewer accounts.',
  AccountResumed: () => 'The account publishes again: the plan has room for it.',
  AccountEventsNotSubscribed: ({ platform, reason, message }) =>
    ended(`${platform} does not report what happens to the account (${reason}): ${message}`),
  AccountDisconnected: ({ reason }) => `The account was disconnected (${reason}).`,
  AccountTokensForgotten: ({ revoked }) =>
    'The tokens of the account were deleted; the platform ' +
    `${revoked ? 'has revoked them' : 'did not confirm their revocation'}.`,
};
