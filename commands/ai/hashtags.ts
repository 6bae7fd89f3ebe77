import { z } from 'zod';
import { platformRules } from '../../domain/content/platform-rules.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, optional } from './fields.ts';

const HashtagsForm = z.object({
  hashtags: z
    .array(
      z.object({
        tag: z.string().min(1).max(100),
        relevance: z.number().min(0).max(1),
        trending: z.boolean().default(false),
      }),
    )
    .min(1)
    .max(100),
});

const most = 30;

/** Tags as a post carries them: with one `#`, letters, digits and underscores, each once, the best first. */
const cleaned = (tags: z.output<typeof HashtagsForm>['hashtags'], max: number) => {
  const byTag = new Map(
    tags.map(({ tag, ...rest }) => {
      const name = `#${tag.replace(/[^\p{L}\p{M}\p{N}_]/gu, '').toLowerCase()}`;
      return [name, { tag: name, ...rest }] as const;
    }),
  );
  byTag.delete('#');
  return [...byTag.values()].sort((one, other) => other.relevance - one.relevance).slice(0, max);
};

export const suggestHashtags = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/hashtags',
    id: 'suggestHashtags',
    summary: 'Suggest hashtags for a text',
    description:
      `${chargeNote(1)} \`platform\` wins over \`platforms\`, whose first item counts. Tags begin with #, the most ` +
      'relevant first, at most 30 and at most what the platform takes. `relevanceScores` is an object from tag to a ' +
      'number from 0 to 1. `trending` is the estimate of the model.',
    body: z.object({
      content: z.string().min(1).max(100_000),
      platform: optional(AnyPlatform),
      platforms: optional(z.array(AnyPlatform).max(15)),
    }),
    reply: z.object({
      hashtags: z.array(z.string()),
      relevanceScores: z.record(z.string(), z.number()),
      suggestions: z.array(z.object({ tag: z.string(), relevance: z.number(), trending: z.boolean() })),
    }),
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
    async run({ body: { content, platform, platforms = [] } }, context) {
      const wanted = platform ?? platforms[0];
      const limit = Math.min(most, (wanted && platformRules[wanted].hashtags?.hard) ?? most);
      const asked = {
        task: 'You suggest hashtags for social media posts.',
        instruction: 'Suggest up to "count" hashtags for "content", in its language, and answer in the form.',
        data: { content, platform: wanted, count: Math.min(limit, 10) },
      };
      const { result } = await charged({ purpose: 'hashtags', credits: 1 }, context, ports, (provider, signal) =>
        askForm(provider, { name: 'hashtags', schema: HashtagsForm }, asked, signal),
      );
      const suggestions = cleaned(result.value.hashtags, limit);
      return {
        body: {
          hashtags: suggestions.map(({ tag }) => tag),
          relevanceScores: Object.fromEntries(suggestions.map(({ tag, relevance }) => [tag, relevance])),
          suggestions,
        },
      };
    },
  });
