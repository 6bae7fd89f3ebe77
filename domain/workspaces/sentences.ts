import { listed, type Sentences } from '../kernel/sentence.ts';
import type { ApiKeyEvent } from './api-key.ts';
import type { WorkspaceEvent } from './workspace.ts';

const addresses = (allowed: readonly string[]): string => (allowed.length === 0 ? 'everywhere' : listed(allowed));

export const workspaceSentences: Sentences<WorkspaceEvent> = {
  WorkspaceCreated: ({ name, mode, plan }) => `The ${mode} workspace "${name}" was created on the plan ${plan}.`,
  WorkspaceRenamed: ({ name }) => `The workspace is called "${name}" from now on.`,
  WorkspaceSlugChanged: ({ slug }) => `The slug of the workspace is ${slug} from now on.`,
  WorkspaceLogoChanged: ({ logo }) => `The workspace got ${logo === null ? 'rid of its logo' : 'another logo'}.`,
  WorkspacePlanChanged: ({ plan }) => `The workspace went over to the plan ${plan}.`,
  MemberJoined: ({ userId, role }) => `The person ${userId} became a member of the workspace as ${role}.`,
  MemberRoleChanged: ({ userId, role }) => `The member ${userId} has the role ${role} from now on.`,
  MemberLeft: ({ userId }) => `The member ${userId} left or was removed.`,
  InvitationSent: ({ role, expiresAt }) => `Somebody was invited into the workspace as ${role}, until ${expiresAt}.`,
  InvitationResent: ({ expiresAt }) =>
    `An invitation was sent once more, with a new link that is good until ${expiresAt}.`,
  InvitationMailed: ({ outcome }) =>
    ({
      handed_over: 'The mail of an invitation was handed over.',
      no_mail_server: 'The mail of an invitation was not sent: no mail server is configured.',
      not_needed: 'The mail of an invitation was not sent: the invitation had ended before, or was sent once more.',
    })[outcome],
  InvitationAccepted: ({ userId }) => `The invited person ${userId} joined.`,
  OwnershipTransferRequested: ({ targetUserId, expiresAt }) =>
    `The owner offered the workspace to the member ${targetUserId}, until ${expiresAt}.`,
  OwnershipTransferred: ({ fromUserId, toUserId }) =>
    `The workspace belongs to ${toUserId} from now on; ${fromUserId} became an administrator.`,
};

export const apiKeySentences: Sentences<ApiKeyEvent> = {
  ApiKeyCreated: ({ name, prefix, scopes }) =>
    `The API key "${name}" (${prefix}) was created with the scopes ${listed(scopes)}; the key itself was told once and not kept.`,
  ApiKeyRenamed: ({ name }) => `The API key is called "${name}" from now on.`,
  ApiKeyScopesChanged: ({ scopes }) => `The API key has the scopes ${listed(scopes)} from now on.`,
  ApiKeyAllowedIpsChanged: ({ allowedIps }) => `The API key may be used from ${addresses(allowedIps)} from now on.`,
};
