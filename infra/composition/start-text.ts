import type { Config } from './config.ts';

/** What the log says at the start: where the service is, what comes next, and what is not configured. */
export const startText = (config: Config, listensAt: string, setUpUrl: string | undefined): string => {
  const { publicUrl } = config;
  const lines = [
    `Social Publishing Service listens at ${listensAt}/v1`,
    `Console: ${publicUrl}/console   Documentation: ${publicUrl}/v1/docs`,
    ...absences(config),
    ...(setUpUrl === undefined
      ? []
      : ['', 'The installation has no owner yet. This link sets it up, once:', '', `  ${setUpUrl}`, '']),
  ];
  return `${lines.join('\n')}\n`;
};

/** What is not configured, and what that switches off; one line each. */
export const absences = ({ smtpUrl, ai, stripe, platformApps }: Config): readonly string[] => {
  const apps = Object.keys(platformApps).filter((name) => platformApps[name as keyof typeof platformApps]);
  return [
    ...(smtpUrl === undefined ? ['No mails: SMTP_URL is not set. Invitations and notifications are not sent'] : []),
    ...(ai.length === 0 ? ['No AI: AI_API_KEY is not set. Texts and images cannot be generated'] : []),
    ...(stripe === undefined ? ['No payments: STRIPE_SECRET_KEY is not set. Plans cannot be bought'] : []),
    apps.length === 0
      ? 'No platforms: no <PLATFORM>_CLIENT_ID is set. Accounts that need a registration cannot be connected'
      : `Platforms with a registration: ${apps.join(', ')}`,
  ];
};
