import { expect } from 'chai';
import { platformFields } from '../../../../domain/content/platform-fields.ts';
import { platforms } from '../../../../domain/platforms/platform.ts';
import { complaintsBy } from '../../../support/complaints.ts';
import { wholeDocument } from './whole-document.ts';

type Schema = { properties: Record<string, Schema>; anyOf: Schema[]; $ref: string; description?: string };
type Schemas = Record<string, Schema>;

const { components } = JSON.parse(JSON.stringify(wholeDocument())) as { components: { schemas: Schemas } };

const complaintsOf = complaintsBy({ components });
const fits = (name: string, value: unknown): boolean =>
  complaintsOf({ $ref: `#/components/schemas/${name}` }, value) === '';

describe('the fields of platforms in the OpenAPI document', () => {
  it('are those that the service reads, each with words', () => {
    const { properties = {} } = components.schemas['PlatformMetadata'] ?? {};
    expect(Object.keys(properties)).to.deep.equal([...platforms]);
    for (const platform of platforms) {
      const reference = properties[platform]?.anyOf[0]?.$ref.split('/').at(-1) ?? '';
      const fields = components.schemas[reference]?.properties ?? {};
      expect(Object.keys(fields), platform).to.deep.equal(Object.keys(platformFields[platform].shape));
      expect(Object.entries(fields).filter(([, { description }]) => !description)).to.deep.equal([]);
    }
  });

  it('are typed in a request, where null removes one', () => {
    const post = { content: 'x', accountIds: ['a'] };
    const taken = (platformMetadata: unknown) => fits('CreatePostRequest', { ...post, platformMetadata });
    expect(taken({ MASTODON: { visibility: 'private' } })).to.equal(true);
    expect(taken({ MASTODON: { visibility: null }, TWITTER: null })).to.equal(true);
    expect(taken(null)).to.equal(true);
    expect(taken({ MASTODON: { visibility: 'followers' } })).to.equal(false);
    expect(taken({ MASTODON: { visibilty: 'private' } })).to.equal(false);
    expect(taken({ FRIENDSTER: {} })).to.equal(false);
  });

  it('are typed in an answer, where a post of an earlier version may have others', () => {
    expect(fits('PostPlatformMetadata', { YOUTUBE: { privacyStatus: 'private', old: 1 } })).to.equal(true);
    expect(fits('PostPlatformMetadata', { YOUTUBE: { privacyStatus: 'secret' } })).to.equal(false);
  });

  it('have overrides with a text and nothing else', () => {
    expect(fits('PlatformOverrides', { TWITTER: { content: 'x' }, BLUESKY: null })).to.equal(true);
    expect(fits('PlatformOverrides', { TWITTER: { content: 'x', mediaIds: [] } })).to.equal(false);
  });

  it('are typed in each post of a bulk request', () => {
    const { items } = bulkBody().properties['posts'] as unknown as { items: Schema };
    expect(items.$ref).to.equal('#/components/schemas/CreatePostRequest');
  });
});

const bulkBody = (): Schema => {
  const document = wholeDocument() as unknown as {
    paths: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
  };
  const schema = document.paths['/v1/posts/bulk']?.post.requestBody.content['application/json'].schema;
  if (!schema) throw new Error('no bulk endpoint');
  return schema;
};
