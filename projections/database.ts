import type { projectionsByModel } from './all-projections.ts';
import type { Projection } from './kernel/projection.ts';

type RowOf<Model> = Model extends Projection<infer Row> ? Row : never;

/** The rows of each read model by its name, as readers see them. */
export type ReadModels = {
  [Model in keyof typeof projectionsByModel]: RowOf<(typeof projectionsByModel)[Model]>;
};
