import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { platformErrorCodes } from '../../domain/platforms/platform-error.ts';
import { DeliveredType } from '../../domain/webhooks/event-types.ts';
import { everyRead, everyWrite } from '../infra/edge/endpoints/every-endpoint.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/reference-coverage.md'), 'utf8');
const named = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

/** Each proof of each row: `| rule | `file`: title<br>`file`: title |`. */
const proofs = [...page.matchAll(/^\|(.+)\|(.+)\|$/gm)]
  .map(([, rule = '', proved = '']) => [rule.trim(), proved.trim()] as const)
  .filter(([rule, proved]) => rule !== 'rule' && !/^-+$/.test(proved))
  .flatMap(([rule, proved]) =>
    proved.split('<br>').map((proof) => {
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
      return { rule, file, title };
    }),
  );

/** The core of the API; the rest is not this page's matter. */
const core = /^\/v1\/(posts|accounts|media|webhooks|batch|platforms|audit-logs)(\/|$)/;
const refusals =
  'BAD_REQUEST VALIDATION_ERROR AUTHENTICATION_ERROR LIMIT_EXCEEDED AUTHORIZATION_ERROR FORBIDDEN NOT_FOUND CONFLICT RATE_LIMITED ' +
  'INTERNAL_ERROR SERVICE_UNAVAILABLE INVALID_PARAM PLATFORM_RESTRICTED OAUTH_ERROR INVALID_PAGE_ID PAGE_SELECTION_NOT_SUPPORTED ' +
  'DESTINATIONS_NOT_LOADED ACCOUNT_PAGE_MISMATCH REQUEST_TOO_LARGE UPLOAD_UNAVAILABLE';

describe('the coverage of the API reference', () => {
  it('names tests that exist', () => {
    const texts = new Map<string, string>();
    const textOf = (file: string): string => {
      const whole = path.join(root, file);
      if (!texts.has(file)) texts.set(file, existsSync(whole) ? readFileSync(whole, 'utf8') : '');
      return texts.get(file) ?? '';
    };
    const missing = proofs.filter(
      ({ file, title }) =>
        title === '' || !["'", '"', '`'].some((mark) => textOf(file).includes(`it(${mark}${title}${mark},`)),
    );
    expect(
      missing,
      'docs/reference-coverage.md cites tests that do not exist: rename or remove them there',
    ).to.deep.equal([]);
    expect(proofs.length).to.be.greaterThan(150);
  });

  it('names every endpoint, error code and event of the core', () => {
    const endpoints = [...everyWrite, ...everyRead]
      .map(({ method, path: at }) => `${method} ${at}`)
      .filter((line) => core.test(line.split(' ')[1] ?? ''));
    const events = DeliveredType.options;
    const all = [...endpoints, ...refusals.split(' '), ...platformErrorCodes, ...events];
    const unproved = all.filter((name) => !named.has(name));
    expect(unproved, 'add a row with `name` and its proof to docs/reference-coverage.md for each').to.deep.equal([]);
  });
});
