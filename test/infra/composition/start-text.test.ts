import { expect } from 'chai';
import { configFrom } from '../../../infra/composition/config.ts';
import { startText } from '../../../infra/composition/start-text.ts';

const textOf = (env: Record<string, string>, setUpUrl?: string): string =>
  startText(
    configFrom({ TEST_MODE: 'false', PUBLIC_URL: 'https://publishing.example.com', ...env }),
    'http://127.0.0.1:3000',
    setUpUrl,
  );

describe('what a start says', () => {
  it('is where it listens, what is not configured with what that switches off, and the link of the set-up', () => {
    const text = textOf({}, 'https://publishing.example.com/set-up/secret');
    expect(text.split('\n').slice(0, 2)).to.deep.equal([
      'Social Publishing Service listens at http://127.0.0.1:3000/v1',
      'Console: https://publishing.example.com/console   Documentation: https://publishing.example.com/v1/docs',
    ]);
    for (const absent of ['No mails: SMTP_URL', 'No AI: AI_API_KEY', 'No payments: STRIPE_SECRET_KEY'])
      expect(text).to.include(absent);
    expect(text).to.include(
      'Platforms that need none: BLUESKY (an app password), TELEGRAM (the token of a bot), MASTODON',
    );
    expect(text).to.match(/<PLATFORM>_CLIENT_ID is not set: TWITTER, LINKEDIN, INSTAGRAM, FACEBOOK, THREADS, TIKTOK, /);
    expect(text).to.include('  https://publishing.example.com/set-up/secret\n');
  });

  it('leaves out what is configured, and names the next step of an installation with an owner', () => {
    const text = textOf({
      SMTP_URL: 'smtp://mail.example.com',
      AI_API_KEY: 'key',
      FACEBOOK_CLIENT_ID: 'id',
      FACEBOOK_CLIENT_SECRET: 'secret',
      LINKEDIN_ORGANIZATION_CLIENT_ID: 'id',
      LINKEDIN_ORGANIZATION_CLIENT_SECRET: 'secret',
    });
    expect(text).to.not.match(/No mails|No AI/);
    // Instagram connects by the application of Facebook unless it has its own.
    expect(text).to.include('Platforms with a registration: LINKEDIN, INSTAGRAM, FACEBOOK\n');
    expect(text).to.include('is not set: TWITTER, THREADS, TIKTOK, ');
    expect(text).to.include('Next: sign in at the console');
  });
});
