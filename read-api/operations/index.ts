import type { ReadEndpoint } from '../kernel/endpoint.ts';
import { installationReads, type InstallationViews } from './installation-reads.ts';
import { operationReads as machineryReads, type OperationViews } from './operation-reads.ts';
import { tenantReads } from './tenant-reads.ts';

export const operationReads = (views: OperationViews & InstallationViews): readonly ReadEndpoint[] => [
  ...machineryReads(views),
  ...installationReads(views),
  ...tenantReads,
];
