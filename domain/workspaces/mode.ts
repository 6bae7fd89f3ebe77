import { z } from 'zod';

/** A workspace is live or test, for ever: a test workspace's platforms, clock, mail and payments are played. */
export const Mode = z.enum(['live', 'test']).meta({ id: 'Mode' });
export type Mode = z.infer<typeof Mode>;
