import type { SandboxWorld } from '@social-publishing/platform-sandbox';
import type { AiOutcomes } from '@social-publishing/ai-sandbox';
import type { PaymentOutcome } from '@social-publishing/payment-sandbox';
import type { CreditsOffice } from '../../../commands/credits/credits-of.ts';
import type { WriteContext, WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import type { ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import type { Caller } from '../../../read-api/contract/caller.ts';
import { notFound } from '../../../domain/kernel/refused.ts';
import type { AiTier, Plan } from '../../../domain/plans/plan.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { GivenRole } from '../../../domain/workspaces/role.ts';
import type { KeptMail } from '../../adapters/mail/kept-mails.ts';
import type { WantedContacts } from '../make-contacts.ts';
import type { SandboxAccountWishes } from '../connect-accounts.ts';
import type { Account } from '../../../domain/accounts/account-view.ts';

export type TestPlan = Readonly<{ plan: Plan; aiTier: AiTier | null }>;

/** A new test workspace, as `connection.json` describes it. */
export type Connection = Readonly<{
  baseUrl: string;
  workspaceId: string;
  userId: string;
  apiKey: string;
  sessionToken: string;
  accounts: Readonly<Partial<Record<Platform, string>>>;
}>;

export type SandboxAccountRef = Readonly<{ platform: Platform; nativeId: string }>;

/** What the endpoints of test mode need. */
export type SandboxApiPorts = Readonly<{
  world: SandboxWorld;
  newWorkspace(plan: TestPlan, wanted: Readonly<{ connectAll: boolean }>): Promise<Connection>;
  newMember(workspaceId: string, role: GivenRole): Promise<Readonly<{ userId: string; sessionToken: string }>>;
  connect(wishes: SandboxAccountWishes, context: WriteContext): Promise<Account>;
  /**
   * An account of a workspace as its platform knows it, read from its own stream: found by the very
   * next request. Refuses NOT_FOUND.
   */
  accountRef(accountId: string, workspaceId: string): Promise<SandboxAccountRef>;
  /** Sends the webhook of the platform about an object; false where it has none for such objects. */
  reportInbound(
    platform: Platform,
    nativeId: string,
    of: Readonly<{ accountId: string; workspaceId: string }>,
  ): Promise<boolean>;
  /** The mails that a workspace has caused so far, or those to one address, newest first. */
  mails(workspaceId: string, to: string | undefined): Promise<readonly KeptMail[]>;
  /**
   * Advances the test clock; settles once every timer that became due has been picked up, and
   * returns their number.
   */
  advance(seconds: number): Promise<Readonly<{ now: Date; due: number }>>;
  /** How the calls to the simulated AI provider end. */
  ai: Pick<AiOutcomes, 'set'>;
  /** The batch that a delivery of a workspace is in, once every write before the request counts. */
  batchOfDelivery(workspaceId: string, deliveryId: string): Promise<string | undefined>;
  /** The AI credits of the owner of a workspace. */
  credits: Pick<CreditsOffice, 'setBalance'>;
  /** Makes people who have written before; settles once the read models have them. */
  makeContacts(wanted: WantedContacts, command: CommandContext): Promise<void>;
  /** Decides how the next payment calls of the workspace's owner end. */
  setPaymentOutcome(workspaceId: string, outcome: PaymentOutcome): Promise<void>;
  /** Sets the workspace's API requests in the month of `now` (ISO 8601) to `requests`. */
  setUsage(workspaceId: string, requests: number, now: string): Promise<void>;
}>;

export type SandboxEndpoints = Readonly<{
  writes: readonly WriteEndpoint[];
  reads: readonly ReadEndpoint[];
}>;

/** The sandbox exists for test workspaces only. */
export const requireTest = ({ mode }: Caller): void => {
  if (mode !== 'test') throw notFound('Sandbox');
};
