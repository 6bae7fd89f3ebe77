import { apiKeys } from './api-keys.ts';
import { invitations } from './invitations.ts';
import { joinedWorkspaces } from './joined-workspaces.ts';
import { memberships } from './memberships.ts';
import { workspaces } from './workspaces.ts';

export const workspaceProjections = {
  workspaces,
  memberships,
  joined_workspaces: joinedWorkspaces,
  invitations,
  api_keys: apiKeys,
};
