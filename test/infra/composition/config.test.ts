import path from 'node:path';
import { expect } from 'chai';
import { operatorsOf } from '../../../infra/composition/access.ts';
import { configFrom, ConfigurationError } from '../../../infra/composition/config.ts';

const problems = (env: Record<string, string>, args: string[] = []): string[] => {
  try {
    configFrom(env, args);
  } catch (fault) {
    if (fault instanceof ConfigurationError) return fault.message.split('\n');
    throw fault;
  }
  return [];
};

const key = Buffer.alloc(32, 7);

describe('configuration', () => {
  it('of an empty environment is the embedded service in test mode', () => {
    expect(configFrom({ PATH: '/bin', REDIS_URL: '' })).to.deep.equal({
      role: 'all',
      host: '127.0.0.1',
      port: 3000,
      dataDir: path.resolve('.data'),
      publicUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      eventStoreUrl: undefined,
      systemProjections: false,
      projections: [],
      projectorPart: undefined,
      redisUrl: undefined,
      s3: undefined,
      oidc: undefined,
      consoleClientId: 'console',
      smtpUrl: undefined,
      stripe: undefined,
      trialDays: 0,
      mailFrom: 'Social Publishing <no-reply@localhost>',
      securityContact: undefined,
      platformApps: {},
      platformAddresses: {},
      operators: [],
      passwordSignIn: false,
      openRegistration: false,
      threadsNeedsInstagram: true,
      blueskyRedirectUris: [],
      sandboxUrl: 'http://127.0.0.1:3000',
      sandboxKillFile: undefined,
      secretsKeys: [],
      ai: [],
      auditSigningKey: undefined,
      webhookAllowedRanges: [],
      testMode: true,
      trustProxy: false,
      metricsToken: undefined,
      logLevel: 'info',
      ffmpegPath: undefined,
      warnings: [],
    });
  });

  it('lets a processes node reach the sandbox at the public address, which an API node serves', () => {
    const apart = {
      DATABASE_URL: 'postgres://a@b/c',
      EVENTSTORE_URL: 'esdb://es:2113?tls=false',
      REDIS_URL: 'redis://r',
      S3_BUCKET: 'media',
      SECRETS_KEY: key.toString('base64'),
      TEST_MODE: 'true',
      PORT: '3001',
    };
    const PUBLIC_URL = 'http://balancer:8080/';
    const sandboxOf = (env: object, role: string) => configFrom({ ...apart, ...env }, ['--role', role]).sandboxUrl;
    expect(sandboxOf({ PUBLIC_URL }, 'processes')).to.equal('http://balancer:8080');
    expect(sandboxOf({ PUBLIC_URL }, 'api')).to.equal('http://127.0.0.1:3001');
    expect(sandboxOf({ PUBLIC_URL, SANDBOX_URL: 'http://api:3000' }, 'processes')).to.equal('http://api:3000');
  });

  it('gives a projector a part of the read models', () => {
    const env = {
      DATABASE_URL: 'postgres://a@b/c',
      EVENTSTORE_URL: 'esdb://es:2113?tls=false',
      REDIS_URL: 'redis://r',
      SECRETS_KEY: key.toString('base64'),
      PROJECTOR_PART: '2/3',
    };
    expect(configFrom(env, ['--role', 'projector']).projectorPart).to.deep.equal({ part: 2, of: 3 });
    expect(configFrom({ ...env, PROJECTOR_PART: '' }, ['--role', 'projector']).projectorPart).to.equal(undefined);
  });

  it('refuses a processes node in test mode that no variable leads to the sandbox', () => {
    const env = {
      DATABASE_URL: 'postgres://a@b/c',
      EVENTSTORE_URL: 'esdb://es:2113?tls=false',
      REDIS_URL: 'redis://r',
      S3_BUCKET: 'media',
      SECRETS_KEY: key.toString('base64'),
    };
    const apart = (role: string, more: object) => configFrom({ ...env, ...more }, ['--role', role]);
    expect(() => apart('processes', { TEST_MODE: 'true' })).to.throw('SANDBOX_URL: must be set for --role processes');
    expect(apart('api', { TEST_MODE: 'true' }).testMode).to.equal(true);
    expect(apart('processes', {}).warnings).to.deep.equal([]);
    const SANDBOX_URL = 'http://api:3000';
    expect(apart('processes', { SANDBOX_URL }).warnings.join()).to.include('SANDBOX_URL has no effect');
  });

  it('turns test mode off with any production part, unless it is asked for', () => {
    const parts = [
      { DATABASE_URL: 'postgres://a@b/c' },
      { EVENTSTORE_URL: 'esdb://es:2113?tls=false' },
      { S3_BUCKET: 'media' },
      { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'service' },
    ];
    for (const part of parts) {
      expect(configFrom(part).testMode).to.equal(false);
      expect(configFrom({ ...part, TEST_MODE: 'true' }).testMode).to.equal(true);
    }
    expect(configFrom({ TEST_MODE: '0' }).testMode).to.equal(false);
  });

  it('reads a registration for each login of LinkedIn, and its scopes', () => {
    const env = {
      LINKEDIN_CLIENT_ID: 'm',
      LINKEDIN_CLIENT_SECRET: 'ms',
      LINKEDIN_ORGANIZATION_CLIENT_ID: 'o',
      LINKEDIN_ORGANIZATION_CLIENT_SECRET: 'os',
      LINKEDIN_ORGANIZATION_SCOPES: 'r_basicprofile w_organization_social',
    };
    expect(configFrom(env).platformApps).to.deep.equal({
      LINKEDIN: { clientId: 'm', clientSecret: 'ms' },
      LINKEDIN_ORGANIZATION: { clientId: 'o', clientSecret: 'os', scopes: 'r_basicprofile w_organization_social' },
    });
  });

  it('reads a registration for each login of Instagram', () => {
    const env = {
      INSTAGRAM_CLIENT_ID: 'i',
      INSTAGRAM_CLIENT_SECRET: 'is',
      INSTAGRAM_FACEBOOK_CLIENT_ID: 'f',
      INSTAGRAM_FACEBOOK_CLIENT_SECRET: 'fs',
    };
    expect(configFrom(env).platformApps).to.deep.equal({
      INSTAGRAM: { clientId: 'i', clientSecret: 'is' },
      INSTAGRAM_FACEBOOK: { clientId: 'f', clientSecret: 'fs' },
    });
  });

  it('turns test mode off where others are meant to reach it, unless it is asked for', () => {
    for (const part of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { PUBLIC_URL: 'https://social.example.com' },
      { SMTP_URL: 'smtp://mail.example.com' },
      { LINKEDIN_CLIENT_ID: 'id', LINKEDIN_CLIENT_SECRET: 'secret' },
    ]) {
      expect(configFrom(part).testMode, JSON.stringify(part)).to.equal(false);
      expect(configFrom(part).passwordSignIn, JSON.stringify(part)).to.equal(true);
      expect(configFrom({ ...part, TEST_MODE: 'true' }).passwordSignIn, 'test mode has its list').to.equal(false);
    }
    for (const part of [{}, { HOST: 'localhost' }, { HOST: '::1' }, { PUBLIC_URL: 'http://127.0.0.1:3000' }])
      expect(configFrom(part).testMode, JSON.stringify(part)).to.equal(true);
  });

  it('asks for a password where no provider is named, beside one where that is asked for, and never for nothing', () => {
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'service' };
    const byPassword = (env: Record<string, string>) => configFrom(env).passwordSignIn;
    expect(byPassword({ TEST_MODE: 'false' })).to.equal(true);
    expect(byPassword(provider)).to.equal(false);
    expect(byPassword({ ...provider, PASSWORD_SIGN_IN: 'true' })).to.equal(true);
    expect(byPassword({ PASSWORD_SIGN_IN: 'true' }), 'in test mode on request').to.equal(true);
    expect(byPassword({})).to.equal(false);
    expect(problems({ TEST_MODE: 'false', PASSWORD_SIGN_IN: 'false' })).to.deep.equal([
      'PASSWORD_SIGN_IN: must not be off without OIDC_ISSUER: no person could sign in',
    ]);
  });

  it('opens the registration on request, where addresses can be confirmed', () => {
    const open = { TEST_MODE: 'false', OPEN_REGISTRATION: 'true' };
    expect(configFrom({ TEST_MODE: 'false' }).openRegistration, 'by invitation').to.equal(false);
    expect(configFrom({ ...open, SMTP_URL: 'smtp://mail.example.com' }).openRegistration).to.equal(true);
    expect(problems(open)).to.deep.equal([
      'SMTP_URL: must be set where OPEN_REGISTRATION is on: an address is confirmed by mail',
    ]);
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'service' };
    expect(problems({ ...open, ...provider, SMTP_URL: 'smtp://mail.example.com' })).to.deep.equal([
      'OPEN_REGISTRATION: must not be on where people do not sign in with a password (PASSWORD_SIGN_IN)',
    ]);
  });

  it('makes operators of the verified addresses on the list, and of no other session', () => {
    const olga = { email: 'Olga@example.com', emailVerified: true };
    const unverified = { ...olga, emailVerified: false };
    const other = { email: 'other@example.com', emailVerified: true };
    const listed = { OPERATORS: 'olga@example.com' };
    const provider = { OIDC_ISSUER: 'https://id.example.com', OIDC_AUDIENCE: 'service' };
    const operators = (env: Record<string, string>) => [olga, unverified, other].map(operatorsOf(configFrom(env)));
    expect(operators({ ...listed, ...provider })).to.deep.equal([true, false, false]);
    expect(operators({ ...listed, TEST_MODE: 'false' })).to.deep.equal([true, false, false]);
    expect(operators(listed)).to.deep.equal([true, false, false]);
    expect(operators({ TEST_MODE: 'false' })).to.deep.equal([false, false, false]);
    expect(operators(provider)).to.deep.equal([false, false, false]);
    expect(operators({})).to.deep.equal([true, true, true]);
  });

  it('reads every part', () => {
    const config = configFrom(
      {
        HOST: '::',
        PORT: '8080',
        PUBLIC_URL: 'https://social.example.com/',
        DATABASE_URL: 'postgresql://a@b/c',
        EVENTSTORE_URL: 'esdb://es:2113',
        REDIS_URL: 'redis://r',
        S3_BUCKET: 'media',
        S3_ENDPOINT: 'http://s3:9000/',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        SECRETS_KEYS: `new:${key.toString('base64')},old:${key.toString('hex')}`,
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8, 10.0.0.0/8',
        TRUST_PROXY: '2',
        METRICS_TOKEN: 'a token of sixteen or more',
        LOG_LEVEL: 'debug',
      },
      ['--role', 'projector'],
    );
    expect(config).to.deep.include({
      role: 'projector',
      publicUrl: 'https://social.example.com',
      trustProxy: 2,
      metricsToken: 'a token of sixteen or more',
      warnings: [],
    });
    expect(config.s3).to.deep.equal({
      bucket: 'media',
      region: 'us-east-1',
      endpoint: 'http://s3:9000',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      forcePathStyle: true,
      publicBaseUrl: undefined,
    });
    expect(config.secretsKeys).to.deep.equal([
      { id: 'new', key },
      { id: 'old', key },
    ]);
    expect(config.webhookAllowedRanges).to.have.length(2);
    expect(configFrom({ SECRETS_KEY: key.toString('base64') }).secretsKeys).to.deep.equal([{ id: 'default', key }]);
  });

  const wrong: [Record<string, string>, string][] = [
    [{ PORT: 'http' }, 'PORT: must be a port'],
    [{ PORT: '70000' }, 'PORT: must be a port'],
    [{ DATABASE_URL: 'mysql://a:very-secret@b/c' }, 'DATABASE_URL: must be a URL beginning with postgres:// or'],
    [{ EVENTSTORE_URL: 'localhost:2113' }, 'EVENTSTORE_URL: must be a connection string of EventStoreDB, beginning'],
    [{ EVENTSTORE_URL: 'esdb://a:very-secret@b:x' }, 'it has "x" where the client expects port number'],
    [{ REDIS_URL: 'r' }, 'REDIS_URL: must be a URL'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must have at least 16 characters'],
    [{ OIDC_ISSUER: 'https://id.example.com' }, 'OIDC_AUDIENCE: must be set where OIDC_ISSUER is'],
    [{ OIDC_ISSUER: 'http://id.example.com', OIDC_AUDIENCE: 'a' }, 'OIDC_ISSUER: must begin with https://'],
    [{ S3_ENDPOINT: 'http://s3' }, 'S3_BUCKET: must be set where S3_ENDPOINT is'],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY: must be set where S3_ACCESS_KEY_ID is'],
    [{ SECRETS_KEY: 'very-secret' }, 'SECRETS_KEY: must be 32 bytes'],
    [{ AUDIT_SIGNING_KEY: 'very-secret' }, 'AUDIT_SIGNING_KEY: must be an Ed25519 private key'],
    [{ SECRETS_KEYS: 'a:very-secret' }, 'SECRETS_KEYS: must be a list of id:key'],
    [{ WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/99' }, 'WEBHOOK_ALLOWED_CIDRS: must be a comma-separated list of ranges'],
    [{ TEST_MODE: 'maybe' }, 'TEST_MODE: must be true or false'],
    [{ SANDBOX_KILL_FILE: 'f', TEST_MODE: 'false' }, 'SANDBOX_KILL_FILE: must not be set but in test mode'],
    [
      { SANDBOX_KILL_FILE: 'f', TEST_MODE: 'true', DATABASE_URL: 'postgres://h/d' },
      'SANDBOX_KILL_FILE: must not be set but in test mode on embedded parts',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of'],
    [{ PROJECTOR_PART: '3/2' }, 'PROJECTOR_PART: must be a part of a whole'],
    [{ PROJECTOR_PART: '0/2' }, 'PROJECTOR_PART: must be a part of a whole'],
    [{ PROJECTOR_PART: 'first' }, 'PROJECTOR_PART: must be a part of a whole'],
    [{ PROJECTOR_PART: '1/2' }, 'PROJECTOR_PART: must be set for --role projector only'],
  ];
  for (const [env, message] of wrong) {
    it(`refuses ${Object.keys(env).join(' with ')}: ${message}`, () => {
      const said = problems(env);
      expect(said).to.have.length(1);
      expect(said[0]).to.include(message).and.not.include('very-secret');
    });
  }

  it('names all problems at once', () => {
    expect(problems({ PORT: 'x', LOG_LEVEL: 'y' }).map((line) => line.split(':')[0])).to.deep.equal([
      'PORT',
      'LOG_LEVEL',
    ]);
  });

  it('refuses a role that shares embedded parts with no other, and unknown roles and arguments', () => {
    expect(problems({}, ['--role', 'api']).map((line) => line.split(':')[0])).to.deep.equal([
      'DATABASE_URL',
      'EVENTSTORE_URL',
      'REDIS_URL',
      'S3_BUCKET',
      'SECRETS_KEY',
    ]);
    expect(problems({}, ['--role', 'projector']).map((line) => line.split(':')[0])).to.not.include('S3_BUCKET');
    expect(problems({}, ['--role', 'king'])[0]).to.include('--role: must be one of api, projector, processes, all');
    expect(problems({}, ['--rule', 'api'])[0]).to.include('--rule');
  });

  it('warns of options of the event store that its client ignores, without the password', () => {
    const { warnings } = configFrom({ EVENTSTORE_URL: 'esdb://a:very-secret@b?flavour=mild&tlsVerifyCert=false' });
    expect(warnings.join()).to.include('EVENTSTORE_URL: Unknown option key "flavour"').and.include('tlsVerifyCert');
    expect(warnings.join()).to.not.include('very-secret');
  });

  it('warns of what an operator will regret', () => {
    expect(configFrom({ DATABASE_URL: 'postgres://a@b/c' }).warnings.join()).to.include('SECRETS_KEY is not set');
    expect(configFrom({ HOST: '0.0.0.0' })).to.have.property('publicUrl', 'http://127.0.0.1:3000');
    expect(configFrom({ HOST: '0.0.0.0' }).warnings.join()).to.include('PUBLIC_URL is not set');
  });

  it('names the configurations of Facebook Login for Business', () => {
    const env = {
      WHATSAPP_CLIENT_ID: 'id',
      WHATSAPP_CONFIG_ID: '4711',
      TWITTER_CLIENT_ID: 'x',
      TWITTER_CONFIG_ID: 'no',
    };
    expect(configFrom(env).platformApps).to.deep.equal({
      WHATSAPP: { clientId: 'id', clientSecret: '', configId: '4711' },
      TWITTER: { clientId: 'x', clientSecret: '' },
    });
  });

  it('is its own client at Bluesky where it can be reached by HTTPS and knows where people come back to', () => {
    const env = {
      PUBLIC_URL: 'https://api.example.com/',
      BLUESKY_REDIRECT_URIS: 'https://a.test/back, https://b.test/',
    };
    const clientId = 'https://api.example.com/oauth/bluesky/client-metadata.json';
    expect(configFrom(env)).to.deep.include({
      platformApps: { BLUESKY: { clientId, clientSecret: '' } },
      blueskyRedirectUris: ['https://a.test/back', 'https://b.test/'],
    });
    expect(configFrom({ ...env, PUBLIC_URL: 'http://localhost:3000' }).platformApps).to.deep.equal({});
    const own = { BLUESKY_CLIENT_ID: 'https://elsewhere.test/me.json' };
    expect(configFrom({ ...env, ...own }).platformApps.BLUESKY?.clientId).to.equal(own.BLUESKY_CLIENT_ID);
    expect(configFrom({ ...env, ...own }).warnings.join()).to.include('connected again every two weeks');
    expect(configFrom(env).warnings.join()).not.to.include('every two weeks');
    expect(problems({ ...own, BLUESKY_CLIENT_SECRET: 'not a key' })).to.have.length(1);
    const silent = configFrom({ PUBLIC_URL: env.PUBLIC_URL, BLUESKY_CLIENT_ID: clientId });
    expect(silent.warnings.join()).to.include('BLUESKY_REDIRECT_URIS is not set');
    expect(problems({ BLUESKY_REDIRECT_URIS: 'http://a.test/' })).to.have.length(1);
  });
});
