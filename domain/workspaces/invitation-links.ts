/** One sending of an invitation. */
export type InvitationName = Readonly<{ workspaceId: string; invitationId: string; sending: number }>;

/** The port to the secret links of invitations. `infra/adapters/workspaces/invitation-links.ts` implements it. */
export interface InvitationLinks {
  /** The token of one sending; always the same for the same one. */
  tokenOf(name: InvitationName): string;
  /** Whom a token is for; undefined for one the service never made. */
  read(token: string): InvitationName | undefined;
  /** Tells the same address again without containing it, in any casing. */
  hashOf(email: string): string;
  /** What the mail says to open. */
  urlOf(token: string): string;
}
