import { answered, api, type Schemas } from './api.ts';
import type { Option } from './forms/form-context.ts';
import { platformName } from './platforms.ts';

type Account = Schemas['Account'];

/** The most accounts that are offered for a choice, and named. */
const mostAccounts = 1000;

/** The accounts of the workspace, also those that were disconnected. */
export const everyAccount = async (): Promise<readonly Account[]> => {
  const accounts: Account[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answered(api.GET('/v1/accounts', { params: { query } }));
    accounts.push(...page.data);
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined && accounts.length < mostAccounts);
  return accounts;
};

/** The accounts of the workspace that are connected, by the name of their platform. */
export const connectedAccounts = async (): Promise<readonly Account[]> => {
  const connected = (await everyAccount()).filter(({ status }) => status !== 'disconnected');
  return connected.toSorted((one, other) => platformName(one.platform).localeCompare(platformName(other.platform)));
};

/** The accounts as values of a field, perhaps only those of some platforms. */
export const optionsOfAccounts = async (platforms?: readonly string[]): Promise<readonly Option[]> =>
  (await connectedAccounts())
    .filter(({ platform }) => platforms === undefined || platforms.includes(platform.toUpperCase()))
    .map(({ id, platform, displayName }) => ({ value: id, label: `${platformName(platform)} ${displayName}` }));

/** The platforms that have direct messages, as values of a field. */
export const messagePlatforms: readonly Option[] = ['FACEBOOK', 'INSTAGRAM'].map((value) => ({
  value,
  label: platformName(value),
}));
