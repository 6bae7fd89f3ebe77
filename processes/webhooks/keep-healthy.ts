import type { Mailer } from '../../domain/mail/mail.ts';
import type { ConsoleLinkOf } from '../../domain/notifications/console-links.ts';
import { webhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { noticeMail, type Notice } from './endpoint-notices.ts';

export type HealthAction =
  | Readonly<{ type: 'warn' | 'disable'; endpointId: string; series: string; consecutiveFailures: number }>
  | Readonly<{ type: 'notify'; endpointId: string; notice: Notice }>;

export type HealthPorts = Readonly<{
  mailer: Mailer;
  consoleLinkOf: ConsoleLinkOf;
  /** The addresses of the workspace's owners who want mail about failing webhooks. */
  ownersOf(workspaceId: string): Promise<readonly string[]>;
}>;

/** Without a mail server the endpoint's own state is the notice. */
export const keepHealthy = async (
  action: HealthAction,
  context: ActContext,
  { mailer, consoleLinkOf, ownersOf }: HealthPorts,
): Promise<void> => {
  const { endpointId } = action;
  if (action.type !== 'notify') {
    const { type, series, consecutiveFailures } = action;
    const at = context.now().toISOString();
    const command =
      type === 'warn'
        ? ({ type: 'warn', series, consecutiveFailures } as const)
        : ({ type: 'auto-disable', series, consecutiveFailures, at } as const);
    await context.send(webhookEndpoint, endpointId, command, { step: `${type}/${series}` });
    return;
  }
  const { notice } = action;
  const endpoint = (await context.load(webhookEndpoint, endpointId))?.state;
  if (endpoint?.status !== 'existing') return;
  const { workspaceId, mode } = context;
  // Without a mail server the endpoint's own state is the notice.
  const owners = mailer.reaches(mode) ? await ownersOf(workspaceId) : [];
  const page = consoleLinkOf(`webhooks/${endpointId}`, workspaceId);
  for (const owner of owners) {
    const sentAt = context.now().toISOString();
    await mailer.send(noticeMail(notice, endpoint.url, owner, page), { workspaceId, mode, sentAt });
  }
  const notified = { type: 'owner-notified', noticeId: notice.id, recipients: owners.length } as const;
  await context.send(webhookEndpoint, endpointId, notified, { step: `notified/${notice.id}` });
};
