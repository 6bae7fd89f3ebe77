import { expect } from 'chai';
import path from 'node:path';
import { readLibrary } from '../../../../infra/edge/docs-site/library.ts';
import { searchIndex } from '../../../../infra/edge/docs-site/ranking.ts';
import { searchDocuments } from '../../../../infra/edge/docs-site/search-documents.ts';

/** What a reader types, and the section that they look for. */
const obvious: Readonly<Record<string, string>> = {
  idempotency: '/docs/guides/idempotency',
  'webhook signature': '/docs/guides/verifying-webhooks#the-signature',
  'verify webhook': '/docs/guides/verifying-webhooks',
  'schedule a post': '/docs/guides/posting#schedule-a-post',
  'rate limit': '/docs/api#rate-limits',
  pagination: '/docs/guides/pagination',
  errors: '/docs/guides/errors',
  'test mode': '/docs/guides/test-mode',
  'connect an account': '/docs/guides/connecting',
  thread: '/docs/guides/posting#write-a-thread',
  backup: '/docs/operations#backup',
  metrics: '/docs/operations#metrics',
  configuration: '/docs/configuration',
  mastodon: '/docs/platforms/mastodon',
  python: '/docs/quick-start#python',
  sql: '/docs/sql-views',
  n8n: '/docs/project/infra/products/n8n-node',
  glossary: '/docs/glossary',
};

describe('the search of the documentation', () => {
  let find: ReturnType<typeof searchIndex>;
  before(async () => {
    find = searchIndex(searchDocuments(await readLibrary(path.resolve(import.meta.dirname, '../../../..'))));
  });

  for (const [words, address] of Object.entries(obvious))
    it(`has what a reader looks for first (${words})`, () => {
      expect(find(words)[0]?.address).to.equal(address);
    });

  it('puts a title before a heading, and a heading before a text', () => {
    const pages = [
      { page: 'Other', heading: 'Other', text: 'The kettle is here. A kettle, again a kettle.' },
      { page: 'Other', heading: 'The kettle', text: 'Nothing else.' },
      { page: 'The kettle', heading: 'The kettle', text: 'Nothing else.' },
    ];
    const search = searchIndex(pages.map((page, id) => ({ id, address: `/docs/${id}`, ...page })));
    expect(search('kettle').map(({ id }) => Number(id))).to.deep.equal([2, 1, 0]);
  });

  it('finds what begins with a word, what has a typing mistake, and parts of what no section has whole', () => {
    const first = (words: string): string => find(words)[0]?.address ?? 'nothing';
    expect(first('idempot')).to.equal('/docs/guides/idempotency');
    expect(first('idempotancy')).to.equal('/docs/guides/idempotency');
    expect(first('pagination zebra')).to.equal('/docs/guides/pagination');
    expect(find('zebra')).to.deep.equal([]);
  });
});
