import type { Platform } from '../platforms/platform.ts';

/**
 * The messages a second that an account sends at most. Meta answers up to 300 calls a second for
 * texts of a Page and 100 for an Instagram account; a part is left to answers in conversations.
 */
export const messagesPerSecond = (platform: Platform): number => (platform === 'INSTAGRAM' ? 80 : 250);
