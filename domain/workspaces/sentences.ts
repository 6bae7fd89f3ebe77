import { listed, type Sentences } from '../kernel/sentence.ts';
import type { ApiKeyEvent } from './api-key.ts';
import type { WorkspaceEvent } from './workspace-events.ts';

const addresses = (allowed: readonly string[]): string => (allowed.length === 0 ? 'everywhere' : listed(allowed));

export const workspaceSentences: Sentences<WorkspaceEvent> = {
  WorkspaceCreated: ({ name, mode, plan }) => `The ${mode} workspace "${name}" was created on the plan ${plan}.`,
  WorkspaceRenamed: ({ name }) => `The workspace was renamed to "${name}".`,
  WorkspaceSlugChanged: ({ slug }) => `The slug of the workspace changed to ${slug}.`,
  WorkspaceLogoChanged: ({ logo }) => `The logo of the workspace was ${logo === null ? 'removed' : 'changed'}.`,
  WorkspacePlanChanged: ({ plan, graceUntil }) =>
    `The plan of the workspace changed to ${plan}${graceUntil === null ? '' : `; accounts beyond it stay until ${graceUntil}`}.`,
  WorkspaceGraceEnded: ({ plan, pausedAccounts }) =>
    `The grace of the plan ${plan} ended; accounts that were paused: ${pausedAccounts.length}.`,
  WorkspacePurchaseBoundChanged: ({ ownerBuysAbove }) =>
    ownerBuysAbove === null
      ? 'The owner set no price above which they alone buy.'
      : `The owner alone buys what costs more than $${ownerBuysAbove}.`,
  MemberJoined: ({ userId, role }) => `The person ${userId} became a member of the workspace as ${role}.`,
  MemberRoleChanged: ({ userId, role }) => `The role of the member ${userId} changed to ${role}.`,
  MemberLeft: ({ userId }) => `The member ${userId} left or was removed.`,
  InvitationSent: ({ role, expiresAt }) => `A person was invited into the workspace as ${role}, until ${expiresAt}.`,
  InvitationResent: ({ expiresAt }) =>
    `An invitation was sent again, with a new link that is valid until ${expiresAt}.`,
  InvitationMailed: ({ outcome }) =>
    ({
      handed_over: 'The mail of an invitation was handed over.',
      no_mail_server: 'The mail of an invitation was not sent: no mail server is configured.',
      not_needed: 'The mail of an invitation was not sent: the invitation had ended before, or was sent again.',
    })[outcome],
  InvitationAccepted: ({ userId }) => `The invited person ${userId} joined.`,
  OwnershipTransferRequested: ({ targetUserId, expiresAt }) =>
    `The owner offered the workspace to the member ${targetUserId}, until ${expiresAt}.`,
  OwnershipTransferred: ({ fromUserId, toUserId }) =>
    `The ownership of the workspace passed to ${toUserId}; ${fromUserId} became an administrator.`,
};

export const apiKeySentences: Sentences<ApiKeyEvent> = {
  ApiKeyCreated: ({ name, prefix, scopes }) =>
    `The API key "${name}" (${prefix}) was created with the scopes ${listed(scopes)}; the key itself was ` +
    'returned once and not stored.',
  ApiKeyRenamed: ({ name }) => `The API key was renamed to "${name}".`,
  ApiKeyScopesChanged: ({ scopes }) => `The scopes of the API key changed to ${listed(scopes)}.`,
  ApiKeyAllowedIpsChanged: ({ allowedIps }) => `The API key may now be used from ${addresses(allowedIps)}.`,
  ApiKeyApprovalRightChanged: ({ canApprove }) =>
    canApprove ? 'The API key may now approve posts.' : 'The API key may no longer approve posts.',
  ApiKeyRevoked: ({ reason }) =>
    ({
      requested: 'The API key was revoked for good.',
      maker_left: 'The API key was revoked for good, because the person who made it left the workspace.',
      maker_lost_role: 'The API key was revoked for good, because the person who made it may no longer make keys.',
    })[reason],
};
