import { z } from 'zod';

/** The answer of a change without a body of its own. */
export const Success = z.object({ success: z.literal(true) });

export const success = { success: true } as const satisfies z.input<typeof Success>;
