import { z } from 'zod';

/**
 * A workspace is live or test and never changes: platforms, clock, mail and payments of a test workspace are simulated.
 *
 * @example
 * Mode.parse('test'); // 'test'
 */
export const Mode = z.enum(['live', 'test']).meta({ id: 'Mode' });
export type Mode = z.infer<typeof Mode>;
