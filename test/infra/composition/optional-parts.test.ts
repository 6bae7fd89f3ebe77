import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { configFrom } from '../../../infra/composition/config.ts';
import { optionalParts, requireOptionalParts } from '../../../infra/composition/optional-parts.ts';
import { loaded } from '../../../infra/adapters/reports/index.ts';

const manifest = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const packages = Object.values(optionalParts).flatMap((part): readonly string[] => part.packages);

describe('the optional parts of an installation', () => {
  it('are packages of this project', () => {
    expect(packages.filter((name) => !(name in manifest.dependencies))).to.deep.equal([]);
  });

  it('may be absent where the configuration asks for none', () => {
    expect(() => requireOptionalParts(configFrom({}), () => false)).not.to.throw();
  });

  it('are named with the variable that asks for them', () => {
    const config = configFrom({
      S3_BUCKET: 'media',
      AI_PROVIDER: 'anthropic',
      AI_API_KEY: 'very-secret',
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    expect(() => requireOptionalParts(config, () => false)).to.throw(
      'AI_PROVIDER: the package @anthropic-ai/sdk is not installed here (npm ci installs it)\n' +
        'S3_BUCKET: the package @aws-sdk/client-s3 is not installed here (npm ci installs it)',
    );
    expect(() => requireOptionalParts(config, (name) => packages.includes(name))).not.to.throw();
  });

  it('refuse a report whose writer is not installed, and pass on another fault of it', async () => {
    const load = (code: string) => Promise.reject(Object.assign(new Error('Cannot find package'), { code }));
    const first = (code: string) => loaded(() => load(code))().catch((fault: unknown) => fault);
    expect(await first('ERR_MODULE_NOT_FOUND')).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(await first('EACCES')).to.include({ code: 'EACCES' });
  });
});
