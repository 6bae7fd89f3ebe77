import { sandboxApps } from '../../infra/products/platform-sandbox/client-registrations.ts';

/** The registrations of a simulated sandbox; a running service draws its own. */
export const testApps = sandboxApps('the key of a test');
