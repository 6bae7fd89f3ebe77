import { z } from 'zod';
import { Platform, platformFrom } from '../../domain/platforms/platform.ts';

/** A platform in any casing. */
export const AnyPlatform = z
  .string()
  .max(40)
  .transform((text, context): Platform => {
    const platform = platformFrom(text);
    if (platform) return platform;
    context.addIssue({ code: 'custom', message: `${text} is not a platform` });
    return z.NEVER;
  })
  .meta({ override: { $ref: '#/components/schemas/Platform' } });

/** A field that may be left out. null is as good as left out. */
export const optional = <T extends z.ZodType>(field: T) => z.nullish(field).transform((given) => given ?? undefined);

/** A field that has this value where it is left out or null. */
export const withDefault = <T extends z.ZodType>(field: T, byDefault: z.output<T>) =>
  z
    .nullable(field)
    .default(byDefault as never)
    .transform((given) => (given ?? byDefault) as z.output<T>);

/** What every endpoint that costs credits says. */
export const chargeNote = (credits: number): string =>
  `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'}, on success only. A plan without AI is 403 ` +
  'AI_SUBSCRIPTION, a balance that is too short 402 AI_SUBSCRIPTION with `details` {required, available}. A ' +
  'provider that fails or answers in another form is 503, and nothing is charged. When the client goes away, the ' +
  'call ends and nothing is charged, unless the request has an Idempotency-Key: then its answer is kept for a resend.';
