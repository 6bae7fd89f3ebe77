import type { Platform } from '../platforms/platform.ts';
import { advice, checkOf, gather, nothingFound, problem, type Check, type Findings } from './finding.ts';
import { platformRules } from './platform-rules.ts';

export type AccountFacts = Readonly<{
  platform: Platform;
  /** ACTIVE, EXPIRED, REVOKED, ERROR or DISCONNECTED, in any casing. */
  status: string;
  /** The plan has no room for the account: nothing new goes out by it. */
  paused?: boolean | undefined;
  accountType?: string | undefined;
  oauthVersion?: 'instagram_login' | 'fb_login' | undefined;
  /** The selected Page or other destination. */
  pageId?: string | undefined;
  /** Instagram by Facebook login: null where the selected Page has no Instagram account. Absent: not known. */
  instagramAccountId?: string | null | undefined;
  /** Threads: whether the workspace has an Instagram account that counts for it. Absent: not asked. */
  besideInstagram?: boolean | undefined;
}>;

/** Meta's names for the account types that may publish through the API. */
const professional = ['business', 'creator', 'media_creator'];

const isPersonal = (accountType: string | undefined): boolean =>
  accountType !== undefined && !professional.includes(accountType.toLowerCase());

const typeFindings = ({ platform, accountType }: AccountFacts): Findings =>
  (platform === 'INSTAGRAM' || platform === 'THREADS') && isPersonal(accountType)
    ? problem(
        'ACCOUNT_TYPE_NOT_SUPPORTED',
        `${platformRules[platform].name} needs a business or creator account; this one is ${accountType}`,
      )
    : nothingFound;

const destinationFindings = (account: AccountFacts): Findings => {
  if (account.platform === 'FACEBOOK' && !account.pageId)
    return problem('NO_PAGE_SELECTED', 'Select a Page for this account first (POST /v1/accounts/:id/select-page)');
  if (account.platform === 'INSTAGRAM' && account.oauthVersion === 'fb_login' && account.instagramAccountId === null)
    return problem('NO_IG_ACCOUNT', 'The selected Page has no Instagram business or creator account');
  if (account.platform === 'THREADS' && account.besideInstagram === false)
    return problem(
      'NO_IG_ACCOUNT',
      'Threads needs an Instagram business or creator account that is connected in this workspace',
    );
  return nothingFound;
};

/**
 * Whether an account counts for the Threads accounts of its workspace: a connected Instagram
 * business or creator account. Its token may have expired, because Threads does not use it.
 */
export const countsForThreads = ({ platform, status, paused, accountType }: AccountFacts): boolean =>
  platform === 'INSTAGRAM' &&
  !paused &&
  !['DISCONNECTED', 'REVOKED'].includes(status.toUpperCase()) &&
  !isPersonal(accountType);

/** Whether an account can still be named: one that was disconnected is as unknown as another's. */
export const isConnected = ({ status }: Pick<AccountFacts, 'status'>): boolean =>
  status.toUpperCase() !== 'DISCONNECTED';

const connectionFindings = ({ status }: AccountFacts, when: 'create' | 'dispatch'): Findings => {
  if (status.toUpperCase() === 'ACTIVE') return nothingFound;
  const message = `The account is ${status.toLowerCase()}; reconnect it`;
  return when === 'dispatch' ? problem('ACCOUNT_DISCONNECTED', message) : advice('ACCOUNT_DISCONNECTED', message);
};

/**
 * Whether an account can be posted to. At `create` a lost connection only warns, because the
 * account may be reconnected before the post is due; at `dispatch` it blocks.
 */
export const checkAccount = (account: AccountFacts, when: 'create' | 'dispatch'): Check =>
  checkOf(gather([connectionFindings(account, when), typeFindings(account), destinationFindings(account)]));
