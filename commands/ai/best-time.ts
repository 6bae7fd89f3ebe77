import { z } from 'zod';
import { AnsweredDay } from '../../domain/kernel/answered-times.ts';
import {
  dayNames,
  engagementOf,
  heatmapOf,
  nextBestTimes,
  reasonOf,
  weightOfHistory,
} from '../../domain/ai/best-times.ts';
import { platforms as allPlatforms } from '../../domain/platforms/platform.ts';
import { queueSchedule } from '../../domain/queues/queue-schedule.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';
import { askForm } from './ask-model.ts';
import { charged } from './charged.ts';
import { AnyPlatform, chargeNote, withDefault } from './fields.ts';

const ReasonForm = z.object({ reason: z.string().min(1).max(1_000) });

export const bestTime = (ports: AiPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/ai/best-time',
    id: 'bestTime',
    summary: 'When to post: the hours of the week with scores, and the best one of the next seven days',
    description:
      `${chargeNote(1)} The scores are computed from the engagements of what the workspace published in the last ` +
      '90 days (from how often it published, until engagements are measured), beside a general table for the ' +
      'platforms, which decides where there is no history. The model only words the reason. Without platforms all ' +
      "of them count. Days and hours are in the timezone of the workspace's queue.",
    body: z.object({ platforms: withDefault(z.array(AnyPlatform).max(15), []) }).prefault({}),
    reply: z.object({
      heatmap: z.array(z.object({ day: z.int(), hour: z.int(), score: z.number() })),
      recommendation: z.object({
        date: AnsweredDay,
        time: z.string(),
        dayName: z.string(),
        engagement: z.enum(['high', 'medium', 'low']),
        reason: z.string(),
      }),
    }),
    errors: ['VALIDATION_ERROR', 'AI_SUBSCRIPTION', 'SERVICE_UNAVAILABLE'],
    async run({ body: { platforms } }, context) {
      const { caller, now, load } = context;
      const wanted = platforms.length === 0 ? [...allPlatforms] : [...new Set(platforms)];
      const { timezone } = (await load(queueSchedule, caller.workspaceId))?.state ?? queueSchedule.initial;
      const { result } = await charged(
        { purpose: 'best-time', credits: 1 },
        context,
        ports,
        async (provider, signal) => {
          const asked = { workspaceId: caller.workspaceId, platforms: wanted, timezone, now };
          const hours = await ports.publishedHours(asked);
          const heatmap = heatmapOf(wanted, hours);
          const [best] = nextBestTimes(heatmap, now, timezone, 1);
          if (!best) throw new Error('a week has no hours');
          const numbers = { platforms: wanted, facts: reasonOf(hours, best), weightOfHistory: weightOfHistory(hours) };
          const question = {
            task: 'You explain when to post on social media.',
            instruction: 'Say in one or two sentences why this time is good. Use the facts in "numbers" only.',
            data: { numbers },
          };
          const { value } = await askForm(provider, { name: 'reason', schema: ReasonForm }, question, signal);
          return { heatmap, best, reason: value.reason };
        },
      );
      const { heatmap, best, reason } = result;
      const { date, time, day, score } = best;
      const recommendation = { date, time, dayName: dayNames[day] ?? '', engagement: engagementOf(score), reason };
      return { body: { heatmap, recommendation } };
    },
  });
