import { z } from 'zod';
import { notFound } from '../../domain/kernel/refused.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';

const Unparked = z
  .object({
    freed: z.array(z.string()),
    still: z.array(z.object({ name: z.string(), error: z.string() })),
  })
  .meta({ id: 'Unparked' });

/** The names of what was resumed, and what is still parked and why. */
export type Unparked = z.output<typeof Unparked>;

/** Actions on the service's own machinery. `undefined` for an unknown name. */
export interface Operations {
  /**
   * Starts a new build beside the live one, or continues an unfinished one. The running projector
   * does the work.
   */
  rebuild(readModel: string, share: number): Promise<Readonly<{ build: string }> | undefined>;
  unparkReadModel(name: string, key: string | undefined): Promise<Unparked | undefined>;
  unparkProcess(name: string, instance: string | undefined): Promise<Unparked | undefined>;
}

const Named = z.object({ name: z.string().min(1).max(100) });
const word = z.string().min(1).max(200).optional();

/** Actions of operators. They do not touch the log, so they leave no event. */
export const operationEndpoints = (operations: Operations): readonly WriteEndpoint[] => [
  writeEndpoint({
    method: 'POST',
    path: '/v1/admin/read-models/:name/rebuild',
    id: 'rebuildReadModel',
    summary: 'Rebuild a read model from the log beside the live one; readers switch to it when it has caught up',
    description:
      'A person who signs in with a mail address listed in OPERATORS may use /v1/admin; with the local ' +
      'issuer everyone may. API keys may not.',
    status: 202,
    params: Named,
    body: z.object({
      share: z.number().gt(0).max(1).default(1).meta({ description: 'The share of time that its catch-up may take' }),
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
    summary: 'Resume a parked read model and fold its parked keys again, or only the given key',
    description: 'Do this after the cause is mended. `still` names what could not be folded this time either.',
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
    summary: 'Resume a parked process and fold its parked instances again, or only the given instance',
    description: 'Do this after the cause is mended. `still` names what could not be folded this time either.',
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
