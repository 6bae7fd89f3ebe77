import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { changeWorkspace } from './change-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace, requestDeletion } from './delete-workspace.ts';
import { invitationEndpoints } from './invitations.ts';
import { memberEndpoints } from './members.ts';
import { transferEndpoints } from './transfer-ownership.ts';
import type { WorkspacePorts } from './ports.ts';

/** The write endpoints of workspaces, their members, invitations and API keys. */
export const workspaceEndpoints = (ports: WorkspacePorts): readonly WriteEndpoint[] => [
  createWorkspace(ports),
  changeWorkspace(ports),
  deleteWorkspace(ports),
  requestDeletion(),
  ...transferEndpoints,
  ...memberEndpoints,
  ...invitationEndpoints(ports),
  ...apiKeyEndpoints(ports),
];
