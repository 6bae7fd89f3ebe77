import type { Operations } from '../../../commands/operations/operation-commands.ts';
import { buildName } from '../../../projections/kernel/read-models.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import type { OperationViews } from '../../../read-api/operations/operation-reads.ts';
import type { Foundations } from '../../composition/foundations.ts';
import { knownProcesses, processesOverview, unparkProcess } from './processes.ts';
import { beginBuild, readModelsOverview, unparkReadModel } from './read-models.ts';

/** The service's own machinery, as its operators see and handle it. */
export const operationsOf = (
  foundations: Foundations,
  projections: readonly Projection[],
): Operations & OperationViews => {
  const named = (name: string): Projection | undefined => projections.find((known) => known.name === name);
  return {
    readModels: () => readModelsOverview(foundations, projections),
    processes: () => processesOverview(foundations),
    rebuild: async (name, share) => {
      const projection = named(name);
      return projection && { build: buildName(await beginBuild(projection, share, foundations)) };
    },
    unparkReadModel: async (name, key) => {
      const projection = named(name);
      return projection && unparkReadModel(projection, key, foundations);
    },
    unparkProcess: async (name, instance) =>
      knownProcesses.some((known) => known.name === name) ? unparkProcess(name, instance, foundations) : undefined,
  };
};
