import { z } from 'zod';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

/** Far more than any plan allows, and still a number that every sum can hold. */
const maxRequests = 1_000_000_000_000;
const Requests = z.object({ requests: z.int().min(0).max(maxRequests) });

/** Lets a test reach any number of requests in its month without sending them. */
export const setSandboxUsage = ({ setUsage }: SandboxApiPorts): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/usage',
    id: 'setSandboxUsage',
    summary: "Set the workspace's API requests counted in the current period",
    description: 'For trying what happens near the limit of a plan.',
    body: Requests,
    reply: Requests,
    run: async ({ body: { requests } }, { caller, now }) => {
      requireTest(caller);
      await setUsage(caller.workspaceId, requests, now);
      return { body: { requests } };
    },
  });
