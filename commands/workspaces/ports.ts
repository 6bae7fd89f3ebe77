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
  /** Takes the metadata out of a picture that this service hosts. */
  bare(url: string): Promise<void>;
  /** Where the workspace's subscription can be cancelled; undefined without one. */
  activeSubscription(workspaceId: string): Promise<Readonly<{ cancelUrl: string }> | undefined>;
  links: InvitationLinks;
  /** Whether mails of such workspaces are delivered at all: live ones need a mail server. */
  mailReaches(mode: Mode): boolean;
  /**
   * Destroys the key of an invited person's address, which is useless once the invitation has
   * ended. Idempotent.
   */
  forgetInvitation(invitationId: string): Promise<void>;
}>;

/**
 * What the steps of a request need of its context: endpoints have it, as does the code that creates
 * test workspaces.
 */
export type Steps = Pick<WriteContext, 'handle' | 'preview' | 'load' | 'newId' | 'now'>;
