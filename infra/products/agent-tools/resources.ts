import type { Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { at } from './fields.ts';
import type { ApiCall } from './tool.ts';

type Offered<Listed> = Readonly<{ listed: Listed; calls: ApiCall }>;

const mimeType = 'application/json';

/** What a host can attach to a conversation by itself, each with the call that reads it. */
export const resources: readonly Offered<Resource>[] = [
  {
    listed: {
      uri: 'social://accounts',
      name: 'accounts',
      title: 'Connected accounts',
      description: 'The connected accounts with their platforms and statuses',
      mimeType,
    },
    calls: 'GET /v1/accounts',
  },
  {
    listed: {
      uri: 'social://queue',
      name: 'queue',
      title: 'The queue',
      description: 'The weekly slots of the queue, with their time zone',
      mimeType,
    },
    calls: 'GET /v1/queues',
  },
];

export const resourceTemplates: readonly Offered<ResourceTemplate>[] = [
  {
    listed: {
      uriTemplate: 'social://posts/{postId}',
      name: 'post',
      title: 'A post',
      description: 'A post with what became of it on each platform',
      mimeType,
    },
    calls: 'GET /v1/posts/:id',
  },
  {
    listed: {
      uriTemplate: 'social://accounts/{accountId}',
      name: 'account',
      title: 'An account',
      description: 'A connected account and what is wrong with it',
      mimeType,
    },
    calls: 'GET /v1/accounts/:id',
  },
];

/** The path of the API that a resource is read from; undefined where there is no such resource. */
export const pathOfResource = (uri: string): string | undefined => {
  if (uri === 'social://accounts') return '/v1/accounts';
  if (uri === 'social://queue') return '/v1/queues';
  const [, kind, id] = /^social:\/\/(posts|accounts)\/([A-Za-z0-9_-]{1,64})$/.exec(uri) ?? [];
  return kind === undefined || id === undefined ? undefined : at(`/v1/${kind}`, id);
};
