import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';

const Unparked = z
  .object({
    freed: z.array(z.string()),
    still: z.array(z.object({ name: z.string(), error: z.string() })),
  })
  .meta({ id: 'Unparked' });

/** The names of what goes on again, and what is still parked and why. */
export type Unparked = z.output<typeof Unparked>;

/** What can be done to the service's own machinery. `undefined` where nothing is called so. */
export interface Operations {
  /** Begins a new build beside the live one, or goes on with an unfinished one. The running projector does the work. */
  rebuild(readModel: string, share: number): Promise<Readonly<{ build: string }> | undefined>;
  unparkReadModel(name: string, key: string | undefined): Promise<Unparked | undefined>;
  unparkProcess(name: string, instance: string | undefined): Promise<Unparked | undefined>;
}

const Named = z.object({ name: z.string().min(1).max(100) });
const word = z.string().min(1).max(200).optional();

/** What operators do: nothing of it touches the log, so it leaves no event. */
export const operationCommands = (operations: Operations): readonly WriteEndpoint[] => [
  writeEndpoint({
    method: 'POST',
    path: '/v1/admin/read-models/:name/rebuild',
    id: 'rebuildReadModel',
    summary: 'Build a read model anew from the log beside the live one; readers see it when it has caught up',
    description:
      'A person may use /v1/admin who signs in with a mail address listed in OPERATORS; with the local ' +
      'issuer everyone may. API keys may not.',
    status: 202,
    params: Named,
    body: z.object({
      share: z.number().gt(0).max(1).default(1).meta({ description: 'The part of the time its catching up may take' }),
    }),
    reply: z.object({ build: z.string() }),
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
    run: async ({ params, body }) => {
      const begun = await operations.rebuild(params.name, body.share);
      if (!begun) throw notFound('read model');
      return { body: begun };
    },
  }),
  writeEndpoint({
    method: 'POST',
    path: '/v1/admin/read-models/:name/unpark',
    id: 'unparkReadModel',
    summary: 'Let a parked read model go on and fold its parked keys anew, or the one key',
    params: Named,
    body: z.object({ key: word }),
    reply: Unparked,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
    run: async ({ params, body }) => {
      const unparked = await operations.unparkReadModel(params.name, body.key);
      if (!unparked) throw notFound('read model');
      return { body: unparked };
    },
  }),
  writeEndpoint({
    method: 'POST',
    path: '/v1/admin/processes/:name/unpark',
    id: 'unparkProcess',
    summary: 'Let a parked process go on and fold its parked instances anew, or the one instance',
    params: Named,
    body: z.object({ instance: word }),
    reply: Unparked,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
    run: async ({ params, body }) => {
      const unparked = await operations.unparkProcess(params.name, body.instance);
      if (!unparked) throw notFound('process');
      return { body: unparked };
    },
  }),
];
