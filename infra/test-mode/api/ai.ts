import { type AiOutcomes, aiOutcomes } from '@social-publishing/ai-sandbox';
import { z } from 'zod';
import { writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { requireTest } from './ports.ts';

const Outcome = z.object({ outcome: z.enum(aiOutcomes), times: z.int().min(0).max(10_000).default(1) });

/** Lets the simulated AI provider fail or be slow. */
export const setSandboxAi = ({ ai }: Readonly<{ ai: Pick<AiOutcomes, 'set'> }>): WriteEndpoint =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/sandbox/ai',
    id: 'setSandboxAi',
    summary: 'How the next AI calls of the workspace end',
    description:
      '`ok` answers, `error` answers 500, `slow` answers after five seconds of real time. It replaces what was set ' +
      'before. After `times` calls, 1 by default, the provider answers again. Each text and each image is a call.',
    body: Outcome,
    reply: Outcome,
    run: async ({ body: { outcome, times } }, { caller }) => {
      requireTest(caller);
      await ai.set(caller.workspaceId, outcome, times);
      return { body: { outcome, times } };
    },
  });
