import type { Projection } from '../../projections/kernel/projection.ts';
import { UnusableProjection } from '../../projections/authoring/guarded-projection.ts';
import { ConfigurationError, type Config } from './config.ts';
import { loadProjections } from '../log/projections/load-projections.ts';
import { allProjections } from '../../projections/all-projections.ts';

/** The read models of this repository, and those that `PROJECTIONS` names. */
export const everyProjection = async ({ projections }: Pick<Config, 'projections'>): Promise<readonly Projection[]> => {
  try {
    return [...allProjections, ...(await loadProjections(projections, allProjections))];
  } catch (error) {
    if (error instanceof UnusableProjection)
      throw new ConfigurationError(`PROJECTIONS: ${error.message}`, { cause: error });
    throw error;
  }
};
