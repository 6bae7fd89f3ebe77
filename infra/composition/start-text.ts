import { platforms } from '../../domain/platforms/platform.ts';
import type { Config } from './config.ts';
import { isRegistered, missingPlatforms, withoutRegistration } from './unconfigured.ts';

/** What the log says at the start: where the service is, what comes next, and what is not configured. */
export const startText = (config: Config, listensAt: string, setUpUrl: string | undefined): string => {
  const { publicUrl } = config;
  const next =
    setUpUrl === undefined
      ? [
          `Next: sign in at the console, connect an account (POST ${publicUrl}/v1/accounts/connect/:platform), and post.`,
        ]
      : ['Next: the installation has no owner yet. This link sets it up, once:', '', `  ${setUpUrl}`, ''];
  const lines = [
    `Social Publishing Service listens at ${listensAt}/v1`,
    `Console: ${publicUrl}/console   Documentation: ${publicUrl}/v1/docs`,
    ...absences(config),
    ...next,
  ];
  return `${lines.join('\n')}\n`;
};

/** What is not configured, and what that switches off; one line each. */
export const absences = ({ smtpUrl, ai, stripe, platformApps }: Config): readonly string[] => {
  const registered = platforms.filter((platform) => isRegistered(platform, { platformApps }));
  const missing = missingPlatforms({ platformApps });
  const free = platforms.flatMap((platform) => {
    const how = withoutRegistration[platform];
    return how === undefined ? [] : [`${platform} (${how})`];
  });
  return [
    ...(smtpUrl === undefined
      ? [
          'No mails: SMTP_URL is not set. Invitations, notifications and links to sign in or for new passwords are not sent',
        ]
      : []),
    ...(ai.length === 0 ? ['No AI: AI_API_KEY is not set. Texts and images cannot be generated'] : []),
    ...(stripe === undefined ? ['No payments: STRIPE_SECRET_KEY is not set. Plans cannot be bought'] : []),
    ...(registered.length === 0 ? [] : [`Platforms with a registration: ${registered.join(', ')}`]),
    `Platforms that need none: ${free.join(', ')}`,
    ...(missing.length === 0
      ? []
      : [`Platforms that cannot be connected, because <PLATFORM>_CLIENT_ID is not set: ${missing.join(', ')}`]),
  ];
};
