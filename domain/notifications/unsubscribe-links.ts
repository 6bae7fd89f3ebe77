import type { NotificationKind } from './preferences.ts';

/** The mails that a link ends: those of a kind to a person. The workspace is that of the mail. */
export type Unsubscription = Readonly<{ userId: string; workspaceId: string; kind: NotificationKind }>;

/** The port to the links that end mails. `infra/adapters/notifications/unsubscribe-links.ts` implements it. */
export interface UnsubscribeLinks {
  urlOf(unsubscription: Unsubscription): string;
  /** What a token names; undefined for one that the service never issued. */
  read(token: string): Unsubscription | undefined;
}
