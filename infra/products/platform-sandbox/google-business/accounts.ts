import { z } from 'zod';
import { newSecret } from '../grants.ts';
import { issuer } from '../issue.ts';
import type { SandboxWorld } from '../platform.ts';
import type { SandboxAccount } from '../store.ts';

export const accessSeconds = 3599;
export const businessScope = 'https://www.googleapis.com/auth/business.manage';
const profile = 'https://www.googleapis.com/auth/userinfo.';
/** Google answers the short names of the person's scopes in full. */
export const everyScope = `openid ${profile}email ${profile}profile ${businessScope}`;

const Location = z.object({ path: z.string(), title: z.string() }).readonly();
export type BusinessLocation = z.infer<typeof Location>;
const Locations = z.array(Location).readonly().default([]);

/** Long numbers, as Google's ids are. */
export const newNumber = async (world: SandboxWorld): Promise<string> =>
  (100_000_000_000_000_000_000n + BigInt(await world.store.next())).toString();

export const createPerson = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = await newNumber(world);
  const username = wants.username ?? `sandbox.${nativeId.slice(-8)}@gmail.com`;
  const path = async () => `accounts/${nativeId}/locations/${await newNumber(world)}`;
  const account: SandboxAccount = {
    platform: 'GOOGLE_BUSINESS',
    nativeId,
    workspaceId: wants.workspaceId,
    username,
    displayName: `Sandbox ${nativeId.slice(-8)}`,
    data: {
      locations: [
        { path: await path(), title: `Sandbox shop ${nativeId.slice(-4)}` },
        { path: await path(), title: `Sandbox branch ${nativeId.slice(-4)}` },
      ],
    },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

const fullName = /^accounts\/[^/]+\/locations\/[^/]+$/;
const shortName = /^locations\/[^/]+$/;

/** The locations that a person was created with. */
export const ownLocations = ({ data }: SandboxAccount): readonly BusinessLocation[] =>
  Locations.parse(data['locations']);

/**
 * The full name of the location of a review. `locations/7`, the form in which Google lists locations, is one of the
 * account's own. Undefined for another form.
 */
export const locationNamed = (account: SandboxAccount, path: unknown): string | undefined => {
  if (typeof path !== 'string') return undefined;
  if (fullName.test(path)) return path;
  const [first] = ownLocations(account);
  return first && shortName.test(path) ? `${first.path.split('/').slice(0, 2).join('/')}/${path}` : undefined;
};

/** Whether a location is a person's own or has a review of theirs. */
export const isLocationOf = async (world: SandboxWorld, account: SandboxAccount, path: string): Promise<boolean> => {
  const isAmong = (locations: readonly BusinessLocation[]) => locations.some((location) => location.path === path);
  return isAmong(ownLocations(account)) || isAmong(await locationsOf(world, account));
};

/** The locations of a person: their own, and those with a review. */
export const locationsOf = async (
  world: SandboxWorld,
  account: SandboxAccount,
): Promise<readonly BusinessLocation[]> => {
  const reviews = await world.store.objects({
    platform: 'GOOGLE_BUSINESS',
    accountNativeId: account.nativeId,
    direction: 'received',
    kinds: ['review'],
    limit: 1000,
  });
  const known = new Map(ownLocations(account).map((location) => [location.path, location]));
  for (const { data } of reviews) {
    const path = locationNamed(account, data['locationPath']);
    if (path !== undefined && !known.has(path)) known.set(path, { path, title: String(data['locationName'] ?? path) });
  }
  return [...known.values()];
};

/** The refresh token comes with an offline consent and does not expire. */
export const issue = issuer({
  access: { value: () => `ya29.${newSecret(64)}`, seconds: accessSeconds },
  refresh: { value: () => `1//${newSecret(48)}` },
});
