import type { InvitationLinks } from '../../domain/workspaces/invitation-links.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** A new key. One answer contains the key itself; only its hash is stored. */
export type MadeApiKey = Readonly<{ key: string; prefix: string; hash: string }>;

/** What the endpoints of workspaces need beyond the log. */
export type WorkspacePorts = Readonly<{
  makeApiKey(mode: Mode): MadeApiKey;
  /** Whether a URL is of a file this service hosts. */
  isHosted(url: string): boolean;
  /** Where the workspace's running subscription can be cancelled; undefined where none runs. */
  activeSubscription(workspaceId: string): Promise<Readonly<{ cancelUrl: string }> | undefined>;
  links: InvitationLinks;
  /** Whether mails of such workspaces go anywhere at all: live ones need a mail server. */
  mailReaches(mode: Mode): boolean;
  /** Destroys the key of an invited person's address, which is useless once the invitation has ended. Safe to repeat. */
  forgetInvitation(invitationId: string): Promise<void>;
}>;

/** What the steps of a request need of its context: endpoints have it, and so has whatever founds workspaces for tests. */
export type Steps = Pick<WriteContext, 'handle' | 'preview' | 'load' | 'newId' | 'now'>;
