import { invitationMails } from './invitation-mails.ts';
import { keyRevocation } from './key-revocation.ts';
import { transferExpiry } from './transfer-expiry.ts';

export const workspaceProcesses = [keyRevocation, invitationMails, transferExpiry] as const;
