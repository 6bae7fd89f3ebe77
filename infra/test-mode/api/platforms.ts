import { faultKinds, faultOperations, type SandboxObject } from '@social-publishing/platform-sandbox';
import { z } from 'zod';
import { writeEndpoint } from '../../../commands/kernel/endpoint.ts';
import { readEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { notFound } from '../../../domain/kernel/refused.ts';
import { Platform, platformFrom } from '../../../domain/platforms/platform.ts';
import { requireTest, type SandboxApiPorts, type SandboxEndpoints } from './ports.ts';
import { success, Success } from '../../../read-api/contract/success.ts';

/** More than a test creates: an answer always holds all of it. */
const maxObjects = 20_000;

const present = ({ nativeId, kind, parentNativeId, text, media, request, createdAt, deletedAt }: SandboxObject) => ({
  nativeId,
  kind,
  parentNativeId,
  text,
  media,
  request,
  createdAt,
  deleted: deletedAt !== null,
});

const shown: readonly SandboxObject['kind'][] = ['post', 'comment', 'reply', 'message'];

/** What the simulated platforms hold, and the endpoints that make them fail. */
export const sandboxPlatformEndpoints = (ports: SandboxApiPorts): SandboxEndpoints => ({
  reads: [
    readEndpoint({
      method: 'GET',
      path: '/v1/sandbox/platforms/:platform/objects',
      id: 'listSandboxObjects',
      summary: 'What a simulated platform holds of this workspace, oldest first',
      description:
        'Lists objects that accounts created through the API, not what others wrote to them: only the ' +
        'former have a native request.',
      params: z.object({ platform: z.string() }),
      query: z.object({ accountId: z.string().max(64).optional() }),
      reply: z.object({ objects: z.array(z.record(z.string(), z.unknown())) }),
      run: async ({ params, query: { accountId } }, { caller }) => {
        requireTest(caller);
        const platform = platformFrom(params.platform);
        if (!platform) throw notFound('Platform');
        const account = accountId === undefined ? undefined : await ports.accountRef(accountId, caller.workspaceId);
        const objects = await ports.world.store.objects({
          platform,
          workspaceId: caller.workspaceId,
          ...(account ? { accountNativeId: account.nativeId } : {}),
          kinds: shown,
          deleted: true,
          limit: maxObjects,
        });
        return { body: { objects: objects.map(present).reverse() } };
      },
    }),
  ],
  writes: [
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/faults',
      id: 'createSandboxFault',
      summary: 'Make a simulated platform fail in its own way',
      description:
        'Every fault can be simulated on every platform; where a platform has no native answer its server ' +
        'error is simulated. A simulated rate limit names a wait of one minute. `container_failed` changes ' +
        'nothing on platforms without containers.',
      body: z.object({
        platform: Platform,
        operation: z.enum(faultOperations),
        fault: z.enum(faultKinds),
        times: z.int().min(1).max(10_000).default(1),
        accountId: z.string().max(64).optional(),
      }),
      reply: z.object({ id: z.string() }),
      status: 201,
      run: async ({ body: { accountId, ...fault } }, { caller, newId }) => {
        requireTest(caller);
        const id = newId('fault');
        const account = accountId === undefined ? undefined : await ports.accountRef(accountId, caller.workspaceId);
        const limited = account ? { accountNativeId: account.nativeId } : {};
        await ports.world.store.addFault({ ...fault, ...limited, id, workspaceId: caller.workspaceId });
        return { status: 201, body: { id } };
      },
    }),
    writeEndpoint({
      method: 'DELETE',
      path: '/v1/sandbox/faults',
      id: 'clearSandboxFaults',
      summary: 'Let the simulated platforms work again for this workspace',
      description: 'What already failed stays failed.',
      reply: Success,
      run: async (_asked, { caller }) => {
        requireTest(caller);
        await ports.world.store.clearFaults(caller.workspaceId);
        return { body: success };
      },
    }),
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/metrics',
      id: 'setSandboxMetrics',
      summary: 'Set the insights that a simulated platform answers for a post',
      description: 'The next refresh of the insights reads them.',
      body: z.object({
        platform: Platform,
        platformPostId: z.string().min(1).max(500),
        metrics: z.record(z.string().max(60), z.number()),
      }),
      reply: Success,
      run: async ({ body: { platform, platformPostId, metrics } }, { caller }) => {
        requireTest(caller);
        await ports.world.store.putMetrics(platform, platformPostId, metrics);
        return { body: success };
      },
    }),
  ],
});
