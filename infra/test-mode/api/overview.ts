import { faultKinds, faultOperations } from '@social-publishing/platform-sandbox';
import { z } from 'zod';
import { platforms, Platform } from '../../../domain/platforms/platform.ts';
import { readEndpoint, type ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { requireTest, type SandboxApiPorts, type SandboxEndpoints } from './ports.ts';

const Overview = z
  .object({
    now: z.string().meta({ description: 'The time in test workspaces, ISO 8601' }),
    feed: z.string().meta({ description: 'The path of the page with what is live on every platform' }),
    platforms: z.array(
      z.object({
        platform: Platform,
        accounts: z.int().meta({ description: 'Accounts of this workspace on the platform, at most 1,000' }),
        feed: z.string().meta({ description: "The path of the platform's own page" }),
        objects: z.string().meta({ description: 'The path that lists what the platform holds' }),
      }),
    ),
    faults: z.object({ operations: z.array(z.string()), kinds: z.array(z.string()) }),
    endpoints: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
  })
  .meta({ id: 'SandboxOverview' });

/** Lists what test mode offers: its platforms, faults and endpoints. */
export const getSandboxOverview = (
  { world }: Pick<SandboxApiPorts, 'world'>,
  others: SandboxEndpoints,
): ReadEndpoint => {
  const self = { method: 'GET', path: '/v1/sandbox', summary: 'What test mode offers' } as const;
  const endpoints = [self, ...others.reads, ...others.writes]
    .map(({ method, path, summary }) => ({ method, path, summary }))
    .sort((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`));
  return readEndpoint({
    ...self,
    id: 'getSandbox',
    description:
      'The feeds are pages for a browser, at the origin of the API: what was posted on each simulated platform, with ' +
      'its media, its replies beneath it and deleted objects struck through.',
    reply: Overview,
    run: async (_asked, { caller }) => {
      requireTest(caller);
      const held: z.infer<typeof Overview>['platforms'] = [];
      // One platform after the other: the answer must not take all connections of the database.
      for (const platform of platforms) {
        const accounts = (await world.store.accounts(platform, caller.workspaceId)).length;
        const objects = `/v1/sandbox/platforms/${platform}/objects`;
        held.push({ platform, accounts, feed: `/sandbox?platform=${platform}`, objects });
      }
      return {
        body: {
          now: world.now().toISOString(),
          feed: '/sandbox',
          platforms: held,
          faults: { operations: [...faultOperations], kinds: [...faultKinds] },
          endpoints,
        },
      };
    },
  });
};
