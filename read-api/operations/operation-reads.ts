import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const Parked = {
  stream: z.string(),
  workspaceId: z.string().nullable().meta({ description: 'The workspace of the event; null where it is not known' }),
  eventType: z.string(),
  error: z.string(),
  parkedAt: z.string(),
};

const Lag = z
  .object({
    events: z.number().meta({
      description: 'The number of events that it has not passed, counted against the consumer that has passed the most',
    }),
    seconds: z.number().nullable().meta({
      description: 'For how long it has not been at the end; null where the answer comes from no node that watches',
    }),
  })
  .meta({ id: 'Lag' });

const Failing = z.object({
  instance: z.string(),
  stream: z.string().nullable().meta({ description: 'That of the post or account that it is about; null for another' }),
  workspaceId: z.string(),
  failures: z.number().meta({ description: 'The number of failed tries in a row' }),
  error: z.string().nullable(),
  failedAt: z.string().meta({ description: 'When the last try failed' }),
  nextTryAt: z.string().nullable().meta({ description: 'Before this moment it is not tried again; null for none' }),
  correlationId: z.string().nullable().meta({ description: 'The request that it goes back to; null where unknown' }),
});

const Build = z
  .object({
    generation: z.number(),
    version: z.number(),
    status: z.enum(['building', 'live', 'retired']),
    share: z.number().meta({ description: 'The share of time that its catch-up may take' }),
    commit: z.string().meta({ description: 'Its position in the log' }),
    events: z.number().meta({ description: 'The number of events it has passed' }),
    done: z.number().meta({ description: 'The share of the log that it has passed, from 0 to 1' }),
    caughtUp: z.boolean(),
    lag: Lag,
    parked: z.string().nullable().meta({ description: 'Why it is stopped, if it is' }),
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
    lag: Lag,
    parked: z.string().nullable().meta({ description: 'Why it is stopped, if it is' }),
    instances: z.number(),
    waiting: z.number().meta({ description: 'Instances with a pending action, due now or later' }),
    failing: z.number().meta({ description: 'Instances whose last action failed and will be retried' }),
    failingInstances: z.array(Failing).meta({ description: 'Those that failed most often first, 20 at most' }),
    parkedInstances: z.array(z.object({ instance: z.string(), ...Parked })),
  })
  .meta({ id: 'ProcessStatus' });

/** The state of the service's own machinery. */
export interface OperationViews {
  readModels(): Promise<readonly z.output<typeof ReadModelStatus>[]>;
  processes(): Promise<readonly z.output<typeof ProcessStatus>[]>;
}

/** Endpoints for operators: the progress of read models and processes. */
export const operationReads = (views: OperationViews): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/read-models',
    id: 'listReadModels',
    summary: 'The progress of every read model, by build, and its parked keys',
    description: 'A key is parked where an event cannot be folded. Its row stays as it was; the others ' + 'continue.',
    reply: z.object({ data: z.array(ReadModelStatus) }),
    run: async () => ({ body: { data: await views.readModels() } }),
  }),
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/processes',
    id: 'listProcesses',
    summary: 'The progress of every process, its pending actions, and its parked instances',
    description:
      'An instance is parked where an event cannot be folded. It does nothing until it is unparked; ' +
      'the others continue.',
    reply: z.object({ data: z.array(ProcessStatus) }),
    run: async () => ({ body: { data: await views.processes() } }),
  }),
];
