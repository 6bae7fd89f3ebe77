import { expect } from 'chai';
import { configFrom } from '../../../infra/composition/config.ts';
import { unconfiguredOf } from '../../../infra/composition/unconfigured.ts';

const lacking = (env: Record<string, string>) => unconfiguredOf(configFrom({ TEST_MODE: 'false', ...env }));

describe('what is not configured', () => {
  it('is named with the settings that each capability lacks', () => {
    const names = new Map(lacking({}).map(({ capability, settings }) => [capability, settings]));
    expect(names.get('Mail')).to.deep.equal(['SMTP_URL']);
    expect(names.get('Payments')).to.deep.equal(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES']);
    expect(names.get('Accounts of FACEBOOK')).to.deep.equal(['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET']);
    // A bot's token or an app password connects an account without a registration.
    expect([...names.keys()]).to.not.include.members(['Accounts of TELEGRAM', 'Accounts of BLUESKY']);
  });

  it('leaves out what is configured, and has no value of a setting', () => {
    const env = {
      SMTP_URL: 'smtp://mail.example.com',
      AI_API_KEY: 'secret-of-ai',
      METRICS_TOKEN: 'secret-of-the-metrics',
      FACEBOOK_CLIENT_ID: 'id-of-facebook',
      FACEBOOK_CLIENT_SECRET: 'secret-of-facebook',
    };
    const found = lacking(env);
    const names = found.map(({ capability }) => capability);
    for (const configured of ['Mail', 'AI', 'Metrics from other machines', 'Accounts of FACEBOOK'])
      expect(names).to.not.include(configured);
    for (const value of Object.values(env)) expect(JSON.stringify(found)).to.not.include(value);
  });
});
