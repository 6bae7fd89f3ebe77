import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const Parked = { stream: z.string(), eventType: z.string(), error: z.string(), parkedAt: z.string() };

const Build = z
  .object({
    generation: z.number(),
    version: z.number(),
    status: z.enum(['building', 'live', 'retired']),
    share: z.number().meta({ description: 'The part of the time its catching up may take' }),
    commit: z.string().meta({ description: 'Its position in the log' }),
    events: z.number().meta({ description: 'How many events it has passed' }),
    done: z.number().meta({ description: 'How much of the log lies behind it, from 0 to 1' }),
    caughtUp: z.boolean(),
    parked: z.string().nullable().meta({ description: 'Why it stands still, if it does' }),
    parkedKeys: z.array(z.object({ key: z.string(), ...Parked })),
  })
  .meta({ id: 'ReadModelBuild' });

const ReadModelStatus = z
  .object({ name: z.string(), version: z.number(), says: z.string(), builds: z.array(Build) })
  .meta({ id: 'ReadModelStatus' });

const ProcessStatus = z
  .object({
    name: z.string(),
    says: z.string(),
    started: z.boolean(),
    commit: z.string().nullable(),
    caughtUp: z.boolean(),
    parked: z.string().nullable().meta({ description: 'Why it stands still, if it does' }),
    instances: z.number(),
    waiting: z.number().meta({ description: 'Instances with something to do, now or later' }),
    failing: z.number().meta({ description: 'Instances whose last action failed and is tried again' }),
    parkedInstances: z.array(z.object({ instance: z.string(), ...Parked })),
  })
  .meta({ id: 'ProcessStatus' });

/** What is known of the service's own machinery. */
export interface OperationViews {
  readModels(): Promise<readonly z.output<typeof ReadModelStatus>[]>;
  processes(): Promise<readonly z.output<typeof ProcessStatus>[]>;
}

/** What operators look at: how far the read models and the processes are. */
export const operationReads = (views: OperationViews): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/read-models',
    id: 'listReadModels',
    summary: 'How far every read model is, build by build, and what of it is parked',
    reply: z.object({ data: z.array(ReadModelStatus) }),
    run: async () => ({ body: { data: await views.readModels() } }),
  }),
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/processes',
    id: 'listProcesses',
    summary: 'How far every process is, how much it has to do, and what of it is parked',
    reply: z.object({ data: z.array(ProcessStatus) }),
    run: async () => ({ body: { data: await views.processes() } }),
  }),
];
