import { expect } from 'chai';
import type { Document } from '../../../../infra/products/client-generator/document.ts';
import { goFiles } from '../../../../infra/products/client-generator/go.ts';
import { pascal, snake } from '../../../../infra/products/client-generator/names.ts';
import { pythonModules } from '../../../../infra/products/client-generator/python.ts';
import { readDocument } from '../../../../infra/products/client-generator/read-document.ts';
import { wholeDocument } from '../../edge/endpoints/whole-document.ts';

const tree: Document = {
  info: { version: '1' },
  components: {
    schemas: {
      Node: {
        type: 'object',
        description: 'A node of a tree',
        required: ['name'],
        properties: {
          name: { type: ['string', 'null'] },
          from: { type: 'integer', description: 'Where it begins' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          extra: { anyOf: [{ type: 'object', properties: { deep: { type: 'boolean' } } }, { type: 'null' }] },
          when: { anyOf: [{ type: 'string' }, { type: 'string' }] },
          either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
    },
  },
  paths: {
    '/v1/nodes/{nodeId}': {
      get: {
        operationId: 'getNode',
        parameters: [{ in: 'query', name: 'asOf', schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } } },
      },
    },
  },
};

describe('the generator of the clients', () => {
  it('reads what a document says about types and calls', () => {
    const { models, calls } = readDocument(tree);
    expect(models.map(({ name }) => name)).to.deep.equal(['Node', 'NodeExtra']);
    const field = (name: string) => models[0]?.fields.find((each) => each.name === name);
    expect(field('name')).to.deep.include({ type: { kind: 'string' }, nullable: true, required: true });
    expect(field('from')).to.deep.include({ type: { kind: 'integer' }, required: false, says: 'Where it begins' });
    expect(field('children')?.type).to.deep.equal({
      kind: 'list',
      of: { type: { kind: 'model', name: 'Node' }, nullable: false },
    });
    expect(field('extra')).to.deep.include({ type: { kind: 'model', name: 'NodeExtra' }, nullable: true });
    expect([field('when')?.type.kind, field('either')?.type.kind]).to.deep.equal(['string', 'any']);
    expect(calls[0]).to.deep.include({ id: 'getNode', method: 'GET', pathParameters: ['nodeId'] });
  });

  it('writes names as each language writes them', () => {
    expect(['platformPostUrl', 'has_more', 'GOOGLE_BUSINESS'].map(snake)).to.deep.equal([
      'platform_post_url',
      'has_more',
      'google_business',
    ]);
    expect(['platformPostUrl', 'next_cursor', 'getTikTokInfo'].map(pascal)).to.deep.equal([
      'PlatformPostUrl',
      'NextCursor',
      'GetTikTokInfo',
    ]);
    const api = readDocument(tree);
    expect(pythonModules(api)['models.py'])
      .to.include('"from_": "from"')
      .and.to.include('    from_: int | None = None');
    expect(pythonModules(api)['_calls.py']).to.include(
      'def get_node(self, node_id: str, *, as_of: str | Unset = UNSET',
    );
    expect(goFiles(api)['models.go']).to.include('\tFrom *int64 `json:"from,omitempty"`');
    expect(goFiles(api)['calls.go']).to.include('GetNode(ctx context.Context, nodeId_ string, params *GetNodeParams');
  });

  it('makes a method of every call of the service, and a pager of every list', () => {
    const api = readDocument(JSON.parse(JSON.stringify(wholeDocument())) as Document);
    expect(api.calls).to.have.length.greaterThan(300);
    const python = pythonModules(api)['_calls.py'] ?? '';
    const go = goFiles(api)['calls.go'] ?? '';
    for (const { id, query } of api.calls) {
      expect(python.split(`def ${snake(id)}(self,`), id).to.have.length(3);
      expect(go, id).to.include(`) ${pascal(id)}(ctx `);
      if (query.some(({ name }) => name === 'cursor' || name === 'page'))
        expect(go, id).to.include(`) ${pascal(id)}Pager(ctx `);
    }
  });
});
