import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxWorld } from '../platform.ts';
import { snowflake } from '../snowflake.ts';
import type { SandboxAccount } from '../store.ts';

/** LinkedIn's numbers: milliseconds since 1970, then twenty-two bits. */
export const newNumber = (world: SandboxWorld): Promise<string> => snowflake(world, 0n, 22n);

const Organization = z.object({ id: z.string(), name: z.string(), vanityName: z.string() });
export type Organization = z.infer<typeof Organization>;

const organization = async (world: SandboxWorld, name: string): Promise<Organization> => {
  const id = String(90_000_000 + (await world.store.next()));
  return { id, name: `${name} ${id.slice(-4)}`, vanityName: `sandbox-${id}` };
};

/** A new member, who looks after two organizations. */
export const createMember = async (
  world: SandboxWorld,
  wants: Readonly<{ workspaceId: string | null; username?: string }>,
): Promise<SandboxAccount> => {
  const nativeId = randomBytes(8).toString('base64url').slice(0, 10);
  const name = wants.username ?? `Sandbox Member ${nativeId.slice(-5)}`;
  const organizations = [await organization(world, 'Sandbox Company'), await organization(world, 'Sandbox Branch')];
  const account: SandboxAccount = {
    platform: 'LINKEDIN',
    nativeId,
    workspaceId: wants.workspaceId,
    username: name,
    displayName: name,
    data: { organizations },
    createdAt: world.now().toISOString(),
  };
  await world.store.putAccount(account);
  return account;
};

export const organizationsOf = (account: SandboxAccount): readonly Organization[] =>
  z.array(Organization).catch([]).parse(account.data['organizations']);

export const avatarOf = ({ nativeId }: SandboxAccount): string =>
  `https://media.licdn.com/dms/image/${nativeId}/profile-displayphoto-shrink_100_100/0`;

export type Actor = Readonly<{ urn: string; is: 'person' | 'organization' }>;

/** The member, or one of their organizations; undefined for any other id. */
export const actorOf = (account: SandboxAccount, urn: string): Actor | undefined => {
  if (urn === `urn:li:person:${account.nativeId}`) return { urn, is: 'person' };
  return organizationsOf(account).some(({ id }) => urn === `urn:li:organization:${id}`)
    ? { urn, is: 'organization' }
    : undefined;
};

/** LinkedIn docs: the scopes to write and read as a member or an organization. */
export const writingScope = { person: 'w_member_social', organization: 'w_organization_social' } as const;
export const readingScope = { person: 'r_member_social', organization: 'r_organization_social' } as const;
/** LinkedIn docs: "Comments API", permissions. The right to post does not include comments. */
export const commentingScope = { person: 'w_member_social_feed', organization: 'w_organization_social_feed' } as const;
export const commentReadingScope = { person: 'r_member_social', organization: 'r_organization_social_feed' } as const;
