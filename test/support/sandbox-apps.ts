import { sandboxApps } from '@social-publishing/platform-sandbox';

/** The registrations of a simulated sandbox; a running service draws its own. */
export const testApps = sandboxApps('the key of a test');
