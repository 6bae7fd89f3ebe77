import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

const Installation = z
  .object({
    versions: z.object({
      service: z.string().meta({ description: 'The release of this service' }),
      node: z.string().meta({ description: 'The version of Node that this node of the service runs on' }),
      postgres: z.string().meta({ description: 'The version of the database server' }),
      eventStore: z.string().meta({ description: 'The version that the event store says it has' }),
      schema: z.string().meta({ description: "The newest change of the service's own tables" }),
    }),
    unconfigured: z
      .array(
        z.object({
          capability: z.string().meta({ description: 'What the service could do' }),
          settings: z.array(z.string()).meta({ description: 'The names of the settings that it lacks' }),
          consequence: z.string().meta({ description: 'What is so meanwhile' }),
        }),
      )
      .meta({ description: 'What is not configured, by the names of settings and never by their values' }),
  })
  .meta({ id: 'Installation' });

const bytes = (description: string) => z.number().meta({ description });

const StorageUse = z
  .object({
    log: z.object({
      events: z.number().meta({ description: 'The events of the log that the read models have passed' }),
      bytes: z
        .number()
        .nullable()
        .meta({ description: 'The size of its folder; null where the event store is a server of its own' }),
    }),
    database: z.object({
      bytes: bytes('The whole database'),
      readModels: z
        .array(z.object({ name: z.string(), bytes: bytes('With its indexes, over all builds') }))
        .meta({ description: 'The largest first' }),
    }),
    files: z
      .array(
        z.object({
          kind: z.string().meta({ description: 'The first part of the media type, such as image; else avatar' }),
          objects: z.number().meta({ description: 'The number of files' }),
          bytes: bytes('What they count in the storage of their workspaces'),
        }),
      )
      .meta({ description: 'Files that were not deleted, by kind' }),
  })
  .meta({ id: 'StorageUse' });

export type Installation = z.output<typeof Installation>;
export type StorageUse = z.output<typeof StorageUse>;

/** What this installation is made of, and how much it holds. */
export interface InstallationViews {
  installation(): Promise<Installation>;
  storageUse(): Promise<StorageUse>;
}

/** Endpoints for operators: versions, settings that are absent, and storage. */
export const installationReads = (views: InstallationViews): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/installation',
    id: 'getInstallation',
    summary: 'The versions of the parts, and what is not configured',
    description:
      'It speaks of the node that answers. Each node reads its settings at its own start, so they are the ' +
      'same where all nodes are started with the same environment.',
    reply: Installation,
    run: async () => ({ body: await views.installation() }),
  }),
  readEndpoint({
    method: 'GET',
    path: '/v1/admin/storage',
    id: 'getStorageUse',
    summary: 'How much the log, the read models and the files of all workspaces hold',
    description:
      'Every file is counted, so the answer takes longer the more files there are. Thumbnails and other copies ' +
      'that the service makes of a file count nothing.',
    reply: StorageUse,
    run: async () => ({ body: await views.storageUse() }),
  }),
];
