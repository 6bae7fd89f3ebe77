import { sql } from 'kysely';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { isHalfMade, isSetUpOpen } from '../../commands/sign-in/set-up.ts';
import type { SignInPorts, SignInSteps } from '../../commands/sign-in/ports.ts';
import { passwordLinks, type PasswordLinks } from '../adapters/sign-in/password-links.ts';
import { signInPorts } from '../adapters/sign-in/index.ts';
import type { MadeApiKey } from '../../commands/workspaces/ports.ts';
import { newApiKey } from '../edge/access/api-key.ts';
import { readIfShown } from '../stores/postgres/read-if-shown.ts';
import { keptKey } from '../stores/secrets/kept-key.ts';
import type { Config } from './config.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { InvitationLinks } from '../../domain/workspaces/invitation-links.ts';
import { invitationLinks } from '../adapters/workspaces/invitation-links.ts';
import type { Plan } from '../../domain/plans/plan.ts';

type Parts = Pick<Infrastructure, 'database' | 'vault'>;

/** The links of invitations: to the page where people register, or to the endpoint, which leads a browser to the console. */
export const openInvitationLinks = async (
  infrastructure: Parts & Pick<Infrastructure, 'config'>,
): Promise<InvitationLinks> => {
  const { publicUrl, passwordSignIn } = infrastructure.config;
  const secret = await keptKey(infrastructure, 'invitation-links');
  return invitationLinks(secret, publicUrl, passwordSignIn ? '/join/' : '/v1/invitations/');
};

/** What signing in at the own issuer needs, over the stores of this installation. */
export const openSignIn = async (infrastructure: Parts & Pick<Infrastructure, 'config'>): Promise<SignInPorts> =>
  signInPorts({
    ...infrastructure,
    publicUrl: infrastructure.config.publicUrl,
    addressKey: await keptKey(infrastructure, 'sign-in-addresses'),
    challengeKey: await keptKey(infrastructure, 'passkey-challenges'),
  });

export const openPasswordLinks = async (
  infrastructure: Parts,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<PasswordLinks> => passwordLinks(await keptKey(infrastructure, 'password-links'), publicUrl);

/** The secret of the set-up link: the same for every node, and void once it was used. */
export const setUpToken = (infrastructure: Parts): Promise<string> => keptKey(infrastructure, 'set-up-link');

/** A new key of a live workspace. */
export const makeLiveApiKey = (): MadeApiKey => newApiKey('live');

/** More live workspaces than crashes leave behind. */
const many = 20;

/**
 * Whether the installation has no owner: no person used the set-up link, and each live workspace is of a person whom a crash
 * left without a way in.
 */
export const isWithoutOwner = async (
  { db }: Pick<Infrastructure, 'db'>,
  commands: Pick<CommandHandler, 'load'>,
): Promise<boolean> => {
  const live = await readIfShown(() =>
    db
      .selectFrom('workspaces')
      .select('owner_id')
      .where(sql<boolean>`view ->> 'mode' = 'live'`)
      .limit(many)
      .execute(),
  );
  const steps: Pick<SignInSteps, 'load' | 'now'> = {
    now: new Date().toISOString(),
    load: (decider, id) => commands.load(decider, id, undefined),
  };
  if (live.length === many) return false;
  for (const { owner_id: ownerId } of live) if (!(await isHalfMade(steps)(ownerId))) return false;
  return isSetUpOpen(steps);
};

/** Without payments no person can choose a plan, so an owner has every feature. */
export const planOfOwners = ({ stripe }: Pick<Config, 'stripe'>): Plan | undefined =>
  stripe === undefined ? 'agency' : undefined;
