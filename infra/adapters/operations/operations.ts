import type { Operations } from '../../../commands/operations/operation-endpoints.ts';
import { buildName } from '../../../projections/kernel/read-models.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import type { InstallationViews } from '../../../read-api/operations/installation-reads.ts';
import type { OperationViews } from '../../../read-api/operations/operation-reads.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { installationOf, type InstallationParts } from './installation.ts';
import { knownProcesses, processesOverview, unparkProcess } from './processes.ts';
import { beginBuild, readModelsOverview, unparkReadModel } from './read-models.ts';

/** For how many seconds each consumer of the log has not been at its head, by the name of its checkpoint. */
export type LagSeconds = () => ReadonlyMap<string, number>;

/** The service's own parts, as operators see and handle them. */
export const operationsOf = (
  stores: Readonly<{ database: Database; store: ServiceEventStore }>,
  projections: readonly Projection[],
  { installation, lagSeconds }: Readonly<{ installation: InstallationParts; lagSeconds: LagSeconds }>,
): Operations & OperationViews & InstallationViews => {
  const named = (name: string): Projection | undefined => projections.find((known) => known.name === name);
  return {
    ...installationOf(installation),
    readModels: () => readModelsOverview(stores, projections, lagSeconds()),
    processes: () => processesOverview(stores, lagSeconds()),
    rebuild: async (name, share) => {
      const projection = named(name);
      return projection && { build: buildName(await beginBuild(projection, share, stores)) };
    },
    unparkReadModel: async (name, key) => {
      const projection = named(name);
      return projection && unparkReadModel(projection, key, stores);
    },
    unparkProcess: async (name, instance) =>
      knownProcesses.some((known) => known.name === name) ? unparkProcess(name, instance, stores) : undefined,
  };
};
