import { expect } from 'chai';
import { withSecretFiles } from '../../../infra/composition/secret-files.ts';

const files: Readonly<Record<string, string>> = { '/run/secrets/key': 'the key\n', '/run/secrets/app': 'the secret' };
const read = (file: string): string => {
  const content = files[file];
  if (content === undefined) throw Object.assign(new Error(file), { code: 'ENOENT' });
  return content;
};

describe('the values of variables in files', () => {
  it('replace the names of the files', () => {
    const env = { SECRETS_KEY_FILE: '/run/secrets/key', TWITTER_CLIENT_SECRET_FILE: '/run/secrets/app', PORT: '80' };
    expect(withSecretFiles(env, read)).to.include({
      SECRETS_KEY: 'the key',
      TWITTER_CLIENT_SECRET: 'the secret',
      PORT: '80',
    });
  });

  it('are read for variables of the service only', () => {
    const env = { SSL_CERT_FILE: '/nowhere', SANDBOX_KILL_FILE: '/nowhere', DATABASE_URL_FILE: '' };
    expect(withSecretFiles(env, read)).to.deep.equal(env);
  });

  it('end the start where a file cannot be read, or a value is given twice, without showing one', () => {
    const twice = { SECRETS_KEY_FILE: '/run/secrets/key', SECRETS_KEY: 'other', SMTP_URL_FILE: '/nowhere' };
    expect(() => withSecretFiles(twice, read)).to.throw(
      /^SECRETS_KEY_FILE: must not be set beside SECRETS_KEY\nSMTP_URL_FILE: \/nowhere cannot be read \(ENOENT\)$/,
    );
  });
});
