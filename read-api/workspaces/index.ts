import type { InvitationLinks } from '../../domain/workspaces/invitation-links.ts';
import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { apiKeyReads } from './api-key-reads.ts';
import { invitationReads } from './invitation-reads.ts';
import { requestHistory } from './request-history.ts';
import type { RequestRecords } from './request-records.ts';
import { usageReads } from './usage-reads.ts';
import { workspaceReads as ownReads } from './workspace-reads.ts';

type WorkspaceReadPorts = Readonly<{ requests: RequestRecords; links: InvitationLinks }>;

export const workspaceReads = ({ requests, links }: WorkspaceReadPorts): readonly ReadEndpoint[] => [
  ...ownReads,
  ...apiKeyReads,
  ...usageReads(requests),
  requestHistory(requests),
  ...invitationReads(links),
];
