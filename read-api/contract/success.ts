import { z } from 'zod';

/** The answer of a change that has nothing to show. */
export const Success = z.object({ success: z.literal(true) });

export const success = { success: true } as const satisfies z.input<typeof Success>;
