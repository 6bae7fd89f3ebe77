import { expect } from 'chai';
import { wholeDocument } from '../../edge/endpoints/whole-document.ts';

type Schema = Readonly<{
  $ref?: string;
  type?: unknown;
  properties?: Readonly<Record<string, Schema>>;
}>;
type Operation = Readonly<{
  parameters?: readonly Readonly<{ in?: string; name?: string }>[];
  responses: Readonly<Record<string, Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>>>;
}>;

const document = JSON.parse(JSON.stringify(wholeDocument())) as Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').pop() ?? ''] ?? {});

/** The lists that take a parameter of the query, by their path, with the fields of a page. */
const listsBy = (parameter: string): readonly (readonly [path: string, page: Schema])[] =>
  Object.entries(document.paths).flatMap(([path, { get }]) => {
    const takes = get?.parameters?.some((each) => each.in === 'query' && each.name === parameter);
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    return takes && schema ? [[path, resolved(schema)] as const] : [];
  });

const has = (page: Schema | undefined, ...names: string[]): boolean =>
  names.some((name) => page?.properties?.[name] !== undefined);
const hasItems = ({ properties = {} }: Schema): boolean =>
  properties['data']?.type === 'array' || Object.values(properties).filter(({ type }) => type === 'array').length === 1;

describe('the pages of the service', () => {
  it('are in forms that the client follows: by cursor', () => {
    const lists = listsBy('cursor');
    expect(lists).to.have.length.greaterThan(20);
    for (const [path, page] of lists) {
      const pagination = page.properties?.['pagination'];
      const hasCursor = has(page, 'nextCursor') || has(pagination, 'cursor', 'next_cursor', 'nextCursor');
      expect([hasItems(page), hasCursor], path).to.deep.equal([true, true]);
    }
  });

  it('are in forms that the client follows: by number', () => {
    const lists = listsBy('page');
    expect(lists).to.have.length.greaterThan(10);
    for (const [path, page] of lists) {
      const { pagination, meta } = page.properties ?? {};
      const hasEnd = has(page, 'pages') || has(pagination, 'totalPages') || has(meta, 'hasMore');
      expect([hasItems(page), hasEnd], path).to.deep.equal([true, true]);
    }
  });
});
