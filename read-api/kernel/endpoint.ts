import type { Caller } from '../../commands/kernel/caller.ts';
import type { AnyEndpoint, Endpoint } from '../../commands/kernel/endpoint.ts';
import type { Past, ReadModelTables } from './past.ts';

/** What a read endpoint may do: ask the read models. Everything else comes by ports given to its factory. */
export interface ReadContext {
  readonly caller: Caller;
  readonly db: ReadModelTables;
  readonly past: Past;
  /** ISO 8601, on the workspace's clock. */
  readonly now: string;
}

/** Declares a read endpoint; infers what `run` receives from the schemas. */
export const readEndpoint = <Params = unknown, Query = unknown, Body = unknown>(
  endpoint: Endpoint<ReadContext, Params, Query, Body>,
): AnyEndpoint<ReadContext> => endpoint;
