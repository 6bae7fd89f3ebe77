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
      description: 'It goes on like real time, ahead of it by what it was advanced.',
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
        'otherwise. The clock can be ten years ahead of real time at most; further is a VALIDATION_ERROR. ' +
        '`due` is the number of timers that became due. A timer is picked up when its action runs; while a ' +
        'long backlog fills the queues, a timer that waits in a full queue counts as picked up after a second. ' +
        'Sessions, rate limits, retries after faults of the service itself and the signatures of a real ' +
        "bucket's upload addresses follow real time.",
      body: z.object({ seconds: z.int().min(1).max(31_536_000) }),
      reply: Now.extend({ due: z.int() }),
      run: async ({ body: { seconds } }, { caller }) => {
        requireTest(caller);
        const { now, due } = await advance(seconds);
        return { body: { now: now.toISOString(), due } };
      },
    }),
  ],
});
