import type { Mailer } from '../../domain/mail/mail.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Act } from '../kernel/process-manager.ts';
import { noticeMail } from './endpoint-notices.ts';
import type { HealthAction } from './health-manager.ts';

export type HealthPorts = Readonly<{
  mailer: Mailer;
  /** The addresses of the workspace's owners who want mail about failing webhooks. */
  ownersOf(workspaceId: string): Promise<readonly string[]>;
}>;

/** Warns, switches off, and tells the owner: each is one command or one mail, however often it is tried. */
export const keepHealthy =
  ({ mailer, ownersOf }: HealthPorts): Act<HealthAction> =>
  async (action, context) => {
    const { endpointId } = action;
    if (action.type !== 'notify') {
      const { type, series, consecutiveFailures } = action;
      const at = context.now().toISOString();
      const command =
        type === 'warn'
          ? ({ type: 'warn', series, consecutiveFailures } as const)
          : ({ type: 'auto-disable', series, consecutiveFailures, at } as const);
      await context.send(webhookEndpoint, endpointId, command, `${type}/${series}`);
      return;
    }
    const { notice } = action;
    const endpoint = (await context.load(webhookEndpoint, endpointId, { latest: true }))?.state;
    if (endpoint?.status !== 'existing') return;
    const { workspaceId, mode } = context;
    // Where no mail goes out, what there is to say stands in the endpoint itself.
    const owners = mailer.reaches(mode) ? await ownersOf(workspaceId) : [];
    for (const owner of owners) {
      const sentAt = context.now().toISOString();
      await mailer.send(noticeMail(notice, endpoint.url, owner), { workspaceId, mode, sentAt });
    }
    const notified = { type: 'owner-notified', noticeId: notice.id, recipients: owners.length } as const;
    await context.send(webhookEndpoint, endpointId, notified, `notified/${notice.id}`);
  };
