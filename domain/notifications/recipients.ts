import type { NotificationKind } from './preferences.ts';

/** A person who gets a mail. */
export type Recipient = Readonly<{ userId: string; email: string }>;

/** The port to the people of a workspace who want a mail. */
export interface Recipients {
  /** Those of these people who are members of the workspace and want mail of this kind. */
  among(workspaceId: string, userIds: readonly string[], kind: NotificationKind): Promise<readonly Recipient[]>;
  /**
   * The author of something, or the owner where the author is unknown or no member any more; where
   * they want mail of any of these kinds.
   */
  author(workspaceId: string, userId: string | null, kinds: readonly NotificationKind[]): Promise<readonly Recipient[]>;
  /** The owner, where they want mail of this kind. */
  owner(workspaceId: string, kind: NotificationKind): Promise<readonly Recipient[]>;
}

/**
 * The port to the addresses of people, whichever mails they switched off: mails about money, plans and ownership are
 * sent anyway. A person whose account was deleted has none.
 */
export type AddressesOf = (userIds: readonly string[]) => Promise<readonly Recipient[]>;
