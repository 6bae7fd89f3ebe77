import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  BadConnectionString,
  clientFor,
  readConnectionString,
} from '../../../../infra/stores/eventstoredb/connection-string.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const certificate = path.join(root, 'test/fixtures/event-store-tls/cert.pem');

const refusal = (text: string): string => {
  try {
    readConnectionString(text);
  } catch (fault) {
    if (fault instanceof BadConnectionString) return fault.message;
    throw fault;
  }
  return '';
};

/** What is shown of connection strings in a text, with a certificate that exists. */
const stringsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:esdb|kurrentdb)(?:\+discover)?:\/\/[^\s'"`)|]+/g)]
    .map(([found]) => found.replace(/(tlsCAFile=)[^&]+/, `$1${encodeURIComponent(certificate)}`))
    .filter((found) => !/…|URL/.test(found) && !/^[a-z+]+:\/\/$/.test(found));

describe('a connection string', () => {
  const forms: [string, string][] = [
    ['esdb://a:2113?tls=false', 'esdb://a:2113?tls=false'],
    ['esdb://a', 'esdb://a'],
    ['esdb://a/', 'esdb://a'],
    ['esdb://a/?tls=false', 'esdb://a?tls=false'],
    ['  esdb://a:1 ', 'esdb://a:1'],
    ['esdb://a:2113,b:2113,c:2113', 'esdb://a:2113,b:2113,c:2113?gossipTimeout=2'],
    ['esdb://10.0.0.1:2113,10.0.0.2:2113?tls=false', 'esdb://10.0.0.1:2113,10.0.0.2:2113?tls=false&gossipTimeout=2'],
    ['esdb://a,b?gossipTimeout=9', 'esdb://a,b?gossipTimeout=9'],
    ['esdb+discover://cluster.example.com:2113', 'esdb+discover://cluster.example.com:2113?gossipTimeout=2'],
    ['kurrentdb://a:2113', 'esdb://a:2113'],
    ['kurrentdb+discover://a', 'esdb+discover://a?gossipTimeout=2'],
    ['esdb://user:p%40ss@a:2113', 'esdb://user:p%40ss@a:2113'],
  ];
  for (const [given, read] of forms) {
    it(`is read: ${given}`, () => {
      expect(readConnectionString(given)).to.deep.include({ text: read, warnings: [] });
      clientFor(given);
    });
  }

  for (const option of [
    `tlsCAFile=${encodeURIComponent(certificate)}`,
    'nodePreference=leader',
    'nodePreference=follower',
    'nodePreference=random',
    'nodePreference=readOnlyReplica',
    'defaultDeadline=5000',
    'keepAliveInterval=10000',
    'keepAliveTimeout=10000',
    'keepAliveInterval=-1',
    'maxDiscoverAttempts=3',
    'discoveryInterval=100',
    'connectionName=service',
    'throwOnAppendFailure=false',
  ])
    it(`has the option ${option.slice(0, 40)}`, () => {
      expect(readConnectionString(`esdb://user:secret@a:1?tls=true&${option}`).warnings).to.deep.equal([]);
    });

  const wrong: [string, RegExp][] = [
    ['localhost:2113', /beginning with esdb:/],
    ['http://secret@a', /beginning with esdb:/],
    ['esdb://', /names no host/],
    ['esdb://user:secret@', /names no host/],
    ['esdb://user:secret@a,,b', /where the client expects/],
    ['esdb://user:secret@a:b', /"b" where the client expects port number/],
    ['esdb://user:sec@ret@a', /written as %3A, %40/],
    ['esdb://user:sec:ret@a', /written as %3A, %40/],
    ['esdb://user:secret?@a', /written as %3A, %40/],
    ['esdb://user@a', /written as %3A, %40/],
    ['esdb://user:secret%@a', /a "%" that encodes nothing/],
    ['esdb://user:secret@a?tls=maybe', /"maybe" where the client expects true or false/],
    ['esdb://user:secret@a?nodePreference=king', /where the client expects .*leader/],
    ['esdb://user:secret@a?tlsCAFile=%2Fnone.pem', /certificate file\. File was not found/],
    ['esdb://user:secret@a?defaultDeadline=0', /Invalid defaultDeadline/],
  ];
  for (const [text, sentence] of wrong) {
    it(`is refused in one sentence without the password: ${text}`, () => {
      const said = refusal(text);
      expect(said)
        .to.match(sentence)
        .and.not.match(/secret|sec@ret|sec:ret|\n/);
    });
  }

  it('is read by the client wherever README and docs show one', () => {
    const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });
    const pages = [
      'README.md',
      'compose.yaml',
      ...docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    ];
    const shown = pages.flatMap((page) => stringsIn(readFileSync(path.join(root, page), 'utf8')));
    expect(shown.length).to.be.greaterThan(2);
    for (const text of shown) expect(refusal(text), text).to.equal('');
  });
});
