import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { appsOf, type PlatformApp, type PlatformApps } from '../../outside/platforms/adapter.ts';
import { hmac, type NativeChange, type WebhookApp, type WebhookRequest } from '../../outside/platforms/webhook.ts';
import { jsonOf, receivers } from './receivers.ts';

type Parts = Readonly<{
  /** The registrations of each mode; none for a mode that is off. */
  apps: Readonly<Partial<Record<Mode, PlatformApps>>>;
  receive(changes: readonly NativeChange[], mode: Mode): Promise<void>;
}>;

/**
 * What an operator gives the platform beside the address: derived from the secret of the
 * registration, so that it needs no configuration of its own.
 */
export const verifyTokenOf = (clientSecret: string): string =>
  hmac('sha256', clientSecret, 'platform-webhooks', 'hex').slice(0, 32);

/** `facebook` for the registrations of live workspaces, `test/facebook` for those of test mode. */
const named = (name: string): readonly [Mode, Platform] => {
  const [first = '', second] = name.toUpperCase().split('/');
  return second === undefined ? ['live', first as Platform] : ['test', second as Platform];
};

const proofsOf = ({ clientSecret }: Pick<PlatformApp, 'clientSecret'>): WebhookApp => ({
  clientSecret,
  // Derived where it is asked for: most requests prove themselves by the secret.
  get verifyToken() {
    return verifyTokenOf(clientSecret);
  },
});

/** Answers the platforms that report to this service. */
export const answerPlatforms =
  ({ apps, receive }: Parts) =>
  async (name: string, request: WebhookRequest) => {
    const [mode, platform] = named(name);
    const receiver = receivers[platform];
    const registrations = appsOf(apps[mode] ?? {}, platform)
      .filter(({ clientSecret }) => clientSecret !== '')
      .map(proofsOf);
    if (!receiver || registrations.length === 0) return undefined;
    if (request.method === 'GET') {
      const text = registrations.flatMap((app) => receiver.challenge?.(request, app) ?? [])[0];
      if (text === undefined) return undefined;
      return { type: text.startsWith('{') ? ('application/json' as const) : ('text/plain' as const), text };
    }
    if (!registrations.some((app) => receiver.isGenuine(request, app))) return undefined;
    await receive(receiver.changes(jsonOf(request.body.toString('utf8'))), mode);
    return { type: 'text/plain' as const, text: '' };
  };
