import type { CreditsOffice } from '../../commands/credits/credits-of.ts';
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import type { post } from '../../domain/posts/post.ts';
import type { Publisher } from '../../domain/platforms/publisher.ts';
import type { Requirement } from '../../domain/access/scopes.ts';
import type { Role } from '../../domain/workspaces/role.ts';
import type { Workspace } from '../../domain/workspaces/workspace.ts';
import type { Owed } from '../../processes/webhooks/fan-out.ts';
import type { ProcessManager, RunnableProcess } from '../../processes/kernel/process.ts';

/** The role of a person in the workspace as it was read. */
export type RoleIn = (userId: string, state: Workspace | undefined) => Role | undefined;
export type RequiredOf = (method: string, path: string) => Requirement;

/** A fault built in on purpose: a simulator that cannot find it proves nothing. */
export type Mutation = Readonly<{
  publisher?: (publisher: Publisher) => Publisher;
  process?: (process: RunnableProcess) => RunnableProcess;
  /** Of a fold of the log. */
  manager?: (manager: ProcessManager) => ProcessManager;
  payments?: (provider: PaymentProvider) => PaymentProvider;
  credits?: (office: CreditsOffice) => CreditsOffice;
  messaging?: (messaging: Messaging) => Messaging;
  /** Of what requests about posts are decided by. */
  post?: (decider: typeof post) => typeof post;
  /** Of how the edge finds a person's role. */
  roles?: (roleOf: RoleIn) => RoleIn;
  /** Of what a route requires of its caller. */
  requirements?: (required: RequiredOf) => RequiredOf;
  /** Of what the fan-out records as owed to webhook endpoints. */
  owed?: (owed: readonly Owed[]) => readonly Owed[];
}>;
