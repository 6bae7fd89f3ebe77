import type { Platform } from '../../domain/platforms/platform.ts';
import { metaWebhookOf } from '../products/platform-sandbox/meta/webhook-body.ts';
import type { SandboxWorld } from '../products/platform-sandbox/platform.ts';

const patienceMs = 10_000;

/**
 * Sends what the platform reports about an object to the service, signed as the platform signs. A
 * report that fails is lost, as a platform gives up too: the next reading finds the object.
 */
export const reportInbound =
  ({ store }: Pick<SandboxWorld, 'store'>, addressBase: string) =>
  async (platform: Platform, nativeId: string): Promise<void> => {
    const object = await store.object(platform, nativeId);
    const account = object && (await store.account(platform, object.accountNativeId));
    const webhook = account && metaWebhookOf(object, account);
    if (!webhook) return;
    const { body, headers } = webhook;
    const signal = AbortSignal.timeout(patienceMs);
    await fetch(`${addressBase}${platform.toLowerCase()}`, { method: 'POST', body, headers, signal })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
  };
