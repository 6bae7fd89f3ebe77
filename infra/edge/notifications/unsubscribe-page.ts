import { randomUUID } from 'node:crypto';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { notificationPreferences } from '../../../domain/notifications/notification-preferences.ts';
import type { NotificationKind } from '../../../domain/notifications/preferences.ts';
import type { UnsubscribeLinks } from '../../../domain/notifications/unsubscribe-links.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import type { Mode } from '../../../domain/kernel/mode.ts';
import { exchangeOf, pathOf, send } from '../http/exchange.ts';
import type { PlainHandler } from '../http/plain-handler.ts';

/** Where the links of mails lead. */
export const unsubscribePrefix = '/unsubscribe/';

type Parts = Readonly<{
  commands: Pick<CommandHandler, 'handle' | 'load'>;
  now(mode: Mode): Date;
  links: Pick<UnsubscribeLinks, 'read'>;
}>;

const labels: Readonly<Partial<Record<NotificationKind, string>>> = {
  postPublished: 'mails about published posts',
  postFailed: 'mails about posts that failed',
  approvalUpdates: 'mails about approvals',
  weeklyDigest: 'the weekly digest',
  analyticsReport: 'the monthly report',
  dormantLastPublishedEnabled: 'reminders that nothing was published',
  dormantNoScheduledEnabled: 'reminders that nothing is scheduled',
};

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Notifications</title>
</head>
<body>
${body}
</body>
</html>
`;

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
} as const;

/**
 * Ends mails of a kind by the link in them. A GET only asks: programs that look at mails open their
 * links. A POST ends them, also the one that mail programs send by themselves (RFC 8058).
 */
export const unsubscribePage =
  ({ commands, now, links }: Parts): PlainHandler =>
  async (req, res) => {
    const exchange = exchangeOf(req);
    const answer = (status: number, body: string): void =>
      send(res, exchange, { status, body: page(body), headers: pageHeaders });
    const named = links.read(pathOf(req.url).slice(unsubscribePrefix.length));
    if (!named) return answer(404, '<p>This link is not valid.</p>');
    const { userId, workspaceId, kind } = named;
    const label = labels[kind] ?? 'these mails';
    if (req.method === 'GET' || req.method === 'HEAD')
      return answer(200, `<form method="post"><p>End ${label}?</p><button>End them</button></form>`);
    if (req.method !== 'POST') return answer(405, '<p>GET and POST are possible here.</p>');
    req.resume();
    const mode = (await commands.load(workspace, workspaceId, workspaceId))?.state?.mode;
    if (mode === undefined) return answer(404, '<p>This link is not valid.</p>');
    const commandId = randomUUID();
    await commands.handle(
      notificationPreferences,
      userId,
      { type: 'save-notification-preferences', userId, change: { [kind]: false } },
      {
        commandId,
        meta: {
          workspaceId,
          mode,
          actor: { kind: 'user', id: userId },
          $correlationId: exchange.requestId,
          occurredAt: now(mode).toISOString(),
        },
        shared: true,
      },
    );
    answer(200, `<p>You get no more mails of this kind: ${label}.</p>`);
  };
