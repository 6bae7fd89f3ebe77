import { expect } from 'chai';
import { withoutUnusedSchemas } from '../../../../../infra/edge/http/openapi/used-components.ts';

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the schemas of the OpenAPI document', () => {
  it('are those that something refers to, also by way of others', () => {
    const document = {
      paths: { '/v1/x': to('A') },
      components: {
        responses: { Refusal: to('Error') },
        schemas: { A: { items: to('B') }, B: { items: to('A') }, Error: {}, Lone: { items: to('Lonely') }, Lonely: {} },
      },
    };
    const { schemas, responses } = withoutUnusedSchemas(document).components;
    expect(Object.keys(schemas)).to.deep.equal(['A', 'B', 'Error']);
    expect(responses).to.deep.equal(document.components.responses);
  });
});
