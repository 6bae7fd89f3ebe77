import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { appsOf, type PlatformApp, type PlatformApps } from '../../outside/platforms/adapter.ts';
import { hmac, type NativeChange, type WebhookApp, type WebhookRequest } from '../../outside/platforms/webhook.ts';
import type { ReportAddresses } from '../accounts/report-addresses.ts';
import { jsonOf, receivers } from './receivers.ts';
import { defined } from '../../../domain/kernel/defined.ts';

type Parts = Readonly<{
  /** The registrations of each mode; none for a mode that is off. */
  apps: Readonly<Partial<Record<Mode, PlatformApps>>>;
  /** The secret of the address of one source. */
  secretOf: ReportAddresses['secretOf'];
  receive(changes: readonly NativeChange[], mode: Mode): Promise<void>;
}>;

/**
 * What an operator gives the platform beside the address: derived from the secret of the
 * registration, so that it needs no configuration of its own.
 */
export const verifyTokenOf = (clientSecret: string): string =>
  hmac('sha256', clientSecret, 'platform-webhooks', 'hex').slice(0, 32);

type Named = Readonly<{ mode: Mode; platform: Platform; source?: string }>;

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/**
 * `telegram` for the registrations of live workspaces, `test/telegram` for those of test mode. A
 * further part names the source of a subscription.
 */
const named = (name: string): Named => {
  const parts = name.split('/');
  const mode = parts[0] === 'test' ? 'test' : 'live';
  const [platform = '', last] = mode === 'test' ? parts.slice(1) : parts;
  const source = last === undefined ? undefined : decoded(last);
  return { mode, platform: platform.toUpperCase() as Platform, ...defined({ source }) };
};

const proofsOf = ({ clientSecret }: Pick<PlatformApp, 'clientSecret'>): WebhookApp => ({
  clientSecret,
  // Derived where it is asked for: most requests prove themselves by the secret.
  get verifyToken() {
    return verifyTokenOf(clientSecret);
  },
});

const ofSource = (id: string, secret: string): WebhookApp => ({
  clientSecret: '',
  verifyToken: '',
  source: { id, secret },
});

type Answer = Readonly<{ type: 'text/plain' | 'application/json'; text: string }>;

/** The query is read where it is asked for: most requests have none. */
const withBytes = (request: Omit<WebhookRequest, 'body'>, body: Buffer): WebhookRequest => ({
  method: request.method,
  header: (name) => request.header(name),
  body,
  get query() {
    return request.query;
  },
});

/** Answers the platforms that report to this service. */
export const answerPlatforms =
  ({ apps, secretOf, receive }: Parts) =>
  async (
    name: string,
    request: Omit<WebhookRequest, 'body'>,
    withBody: <T>(use: (body: Buffer) => Promise<T>) => Promise<T>,
  ): Promise<Answer | undefined> => {
    const { mode, platform, source } = named(name);
    const receiver = receivers[platform];
    const registrations = apps[mode];
    if (!receiver || !registrations) return undefined;
    const isOfSource = receiver.isPerSource === true && source !== undefined;
    const proofs = isOfSource
      ? [ofSource(source, secretOf(platform, mode, source))]
      : appsOf(registrations, platform)
          .filter(({ clientSecret }) => clientSecret !== '')
          .map(proofsOf);
    if (request.method === 'GET') {
      const asked = withBytes(request, Buffer.alloc(0));
      const text = proofs.flatMap((app) => receiver.challenge?.(asked, app) ?? [])[0];
      if (text === undefined) return undefined;
      return { type: text.startsWith('{') ? 'application/json' : 'text/plain', text };
    }
    // A stranger's body is not read: nothing could prove it.
    if (proofs.length === 0 || request.header(receiver.proof) === undefined) return undefined;
    return withBody(async (body) => {
      const sent = withBytes(request, body);
      if (!proofs.some((app) => receiver.isGenuine(sent, app))) return undefined;
      await receive(receiver.changes(jsonOf(body.toString('utf8')), source), mode);
      return { type: 'text/plain', text: '' };
    });
  };
