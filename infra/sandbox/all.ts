import type { SandboxPlatform } from './platform.ts';
import { twitterSandbox } from './twitter/twitter.ts';

/** Every platform the sandbox plays. */
export const sandboxPlatforms: readonly SandboxPlatform[] = [twitterSandbox];
