import { z } from 'zod';
import { writeEndpoint } from '../../../commands/kernel/endpoint.ts';
import { readEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { requireTest, type SandboxApiPorts, type SandboxEndpoints } from './ports.ts';

const Now = z.object({ now: z.string() });

/** The clock that all test workspaces share. */
export const sandboxClockEndpoints = ({ world, advance }: SandboxApiPorts): SandboxEndpoints => ({
  reads: [
    readEndpoint({
      method: 'GET',
      path: '/v1/sandbox/clock',
      id: 'getSandboxClock',
      summary: 'The time in test workspaces',
      reply: Now,
      run: async (_asked, { caller }) => {
        requireTest(caller);
        return { body: { now: world.now().toISOString() } };
      },
    }),
  ],
  writes: [
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/clock/advance',
      id: 'advanceSandboxClock',
      summary: 'Advance the test clock; answers once every timer that became due has been picked up',
      description:
        'Containers of the simulated platforms are ready within 2 seconds of this clock unless a fault says ' +
        'otherwise. The clock can be ten years ahead of real time at most; further is a VALIDATION_ERROR.',
      body: z.object({ seconds: z.int().min(1).max(31_536_000) }),
      reply: Now,
      run: async ({ body: { seconds } }, { caller }) => {
        requireTest(caller);
        return { body: { now: (await advance(seconds)).toISOString() } };
      },
    }),
  ],
});
