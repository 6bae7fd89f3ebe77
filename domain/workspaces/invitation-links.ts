/** One sending of an invitation. */
export type InvitationName = Readonly<{ workspaceId: string; invitationId: string; sending: number }>;

/** The port to the secret links of invitations. `infra/adapters/workspaces/invitation-links.ts` implements it. */
export interface InvitationLinks {
  /** The token of one sending; always the same for the same one. */
  tokenOf(name: InvitationName): string;
  /** The sending of a token; undefined for a token that the service never issued. */
  read(token: string): InvitationName | undefined;
  /** Identifies an address without containing it, in any casing. */
  hashOf(email: string): string;
  /** The link in the mail. */
  urlOf(token: string): string;
}
