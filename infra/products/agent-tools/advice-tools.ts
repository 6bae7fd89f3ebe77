import { z } from 'zod';
import { AccountId, at, Id, PlatformName, Time, withQuery } from './fields.ts';
import { WholeResult } from './results.ts';
import { tool, type Tool } from './tool.ts';

const plainWriter = 'You write posts for social media. Answer with the text of one post only, ready to be published.';

/** The tools that write, advise and count. */
export const adviceTools: readonly Tool[] = [
  tool({
    name: 'generate_post',
    title: 'Generate a post',
    description:
      'Writes the text of one post and stores nothing; create_post stores it. Costs an AI credit. With personaId the ' +
      'text has the voice of that persona.',
    effect: 'adds',
    calls: ['POST /v1/ai/generate-post-content'],
    input: {
      prompt: z.string().min(1).max(4_000).describe('What the post is to be about'),
      topic: z.string().max(500).optional(),
      platform: PlatformName.optional().describe('A platform constant, whose limits the text keeps'),
      personaId: Id.optional(),
    },
    output: WholeResult,
    call: async ({ personaId, prompt, ...body }, { rest }) => {
      if (personaId === undefined)
        return rest('POST', '/v1/ai/generate-post-content', {
          body: { ...body, systemPrompt: plainWriter, userPrompt: prompt },
        });
      const { platform } = body;
      const assembled = await rest('POST', at('/v1/personas', personaId, '/runtime/assemble'), {
        body: { ideaInput: prompt, ...(platform === undefined ? {} : { platform }) },
      });
      if (assembled.status !== 200) return assembled;
      const { systemPrompt, userPrompt } = assembled.body;
      return rest('POST', '/v1/ai/generate-post-content', { body: { ...body, systemPrompt, userPrompt } });
    },
  }),
  tool({
    name: 'suggest_time',
    title: 'Suggest a time',
    description: 'When to post with an account in the next seven days, with the reason and up to three alternatives.',
    effect: 'reads',
    calls: ['GET /v1/ai/suggest-time/:accountId'],
    input: { accountId: AccountId },
    output: WholeResult,
    call: ({ accountId }, { rest }) => rest('GET', at('/v1/ai/suggest-time', accountId)),
  }),
  tool({
    name: 'get_analytics',
    title: 'Get analytics',
    description:
      'The figures of a post with postId, of an account with accountId, of a range of days with from or to; without ' +
      'any of them the last 30 days of the workspace against the 30 days before.',
    effect: 'reads',
    calls: ['GET /v1/analytics/overview', 'GET /v1/analytics/accounts/:id'],
    input: { postId: Id.optional(), accountId: Id.optional(), from: Time.optional(), to: Time.optional() },
    output: WholeResult,
    call: ({ postId, accountId, from, to }, { rest }) => {
      const days = { from, to };
      if (postId !== undefined) return rest('GET', at('/v1/analytics/posts', postId));
      if (accountId !== undefined) return rest('GET', withQuery(at('/v1/analytics/accounts', accountId), days));
      const isRange = from !== undefined || to !== undefined;
      return rest('GET', isRange ? withQuery('/v1/analytics/aggregate', days) : '/v1/analytics/overview');
    },
  }),
];
