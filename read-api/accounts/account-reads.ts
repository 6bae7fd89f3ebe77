import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { getAccount } from './account-details.ts';
import { listAccounts } from './account-list.ts';
import { getAccountPages, type LiveDestinations } from './account-pages.ts';
import { getCreatorInfo, type AskCreatorInfo } from './creator-info.ts';

export type AccountReadPorts = Readonly<{ liveDestinations: LiveDestinations; askCreatorInfo: AskCreatorInfo }>;

/** The read endpoints of connected accounts. */
export const accountReads = (ports: AccountReadPorts): readonly ReadEndpoint[] => [
  listAccounts,
  getAccount,
  getAccountPages(ports),
  getCreatorInfo(ports),
];
