import { expect } from 'chai';
import { resolved, type Components, type JsonSchema } from '../../../../infra/edge/console/app/forms/json-schema.ts';
import { fieldsOf, type Field } from '../../../../infra/edge/console/app/forms/shape.ts';
import { requestOf } from '../../../../infra/edge/console/app/forms/values.ts';
import { helpFrom, wordsOf } from '../../../../infra/edge/console/app/forms/words.ts';
import { wholeDocument } from '../endpoints/whole-document.ts';

const components = wholeDocument().components?.schemas as unknown as Components;
const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** The schema of the body of a request. */
const bodyOf = (path: string, method: 'patch' | 'put'): JsonSchema => {
  const body = wholeDocument().paths?.[path]?.[method]?.requestBody;
  if (body === undefined || !('content' in body)) throw new Error(`${path} takes no body`);
  return body.content['application/json']?.schema as JsonSchema;
};
const kindsOf = (fields: readonly Field[]) => Object.fromEntries(fields.map(({ name, shape }) => [name, shape.kind]));

describe('a form from a schema of the API', () => {
  it('says of a field what it is, and not what null means', () => {
    expect(helpFrom('The text of the reply below the comment; null for none')).to.equal(
      'The text of the reply below the comment',
    );
    expect(helpFrom('When it ends, null where it does not; in UTC')).to.equal('When it ends; in UTC');
    expect(helpFrom('The picture of the workspace, or null')).to.equal('The picture of the workspace');
    expect(helpFrom('A nullable thing')).to.equal('A nullable thing');
  });

  it('has a control for each kind of field', () => {
    expect(kindsOf(fieldsOf(named('YoutubeFields'), components))).to.include({
      title: 'text',
      privacyStatus: 'choice',
      tags: 'words',
      madeForKids: 'truth',
    });
    expect(kindsOf(fieldsOf(named('GoogleBusinessFields'), components))).to.include({ event: 'record' });
    expect(kindsOf(fieldsOf(named('TelegramFields'), components))).to.include({ messageThreadId: 'number' });
    expect(kindsOf(fieldsOf(named('BlueskyFields'), components))).to.include({ labels: 'choices' });
    expect(kindsOf(fieldsOf(named('QueueSchedule'), components))).to.deep.equal({ timezone: 'text', slots: 'rows' });
    expect(kindsOf(fieldsOf(named('WorkspaceSettings'), components))).to.include({
      autoArchiveDays: 'choice',
      allowedPlatforms: 'choices',
    });
  });

  it('asks for every field of every platform', () => {
    const platforms = fieldsOf(named('PlatformMetadata'), components);
    const missing = platforms.flatMap(({ name, shape }) => {
      const asked = shape.kind === 'record' ? shape.fields.map((field) => field.name) : [];
      const schema = Object.entries(components).find(([of]) => of === schemaNameOf(name))?.[1];
      return Object.keys(schema?.properties ?? {}).filter((field) => !asked.includes(field));
    });
    expect(platforms.length).to.equal(15);
    expect(missing).to.deep.equal([]);
  });

  it('asks for every setting that the API has', () => {
    /** The names of all properties, those of objects within objects too. The service ignores `pushEnabled`. */
    const namesOf = (schema: JsonSchema): readonly string[] => {
      const whole = resolved(schema, components);
      return Object.entries(whole.properties ?? {})
        .filter(([name]) => name !== 'pushEnabled')
        .flatMap(([name, of]) => [name, ...namesOf(of).map((inner) => `${name}.${inner}`)]);
    };
    const askedBy = (fields: readonly Field[]): readonly string[] =>
      fields.flatMap(({ name, shape }) => [
        name,
        ...(shape.kind === 'record' ? askedBy(shape.fields).map((inner) => `${name}.${inner}`) : []),
      ]);
    for (const [path, method] of [
      ['/v1/workspaces/{id}', 'patch'],
      ['/v1/settings/notifications', 'put'],
      ['/v1/queues', 'put'],
      ['/v1/webhooks/{id}', 'patch'],
    ] as const) {
      const body = bodyOf(path, method);
      expect(namesOf(body).length, path).to.be.greaterThan(1);
      expect(askedBy(fieldsOf(body, components)), path).to.have.members([...namesOf(body)]);
    }
  });

  it('knows what must be given, what null removes and what is taken by default', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        isActive: { type: 'boolean', default: true },
      },
    };
    const facts = fieldsOf(schema, {}).map(({ name, isRequired, takesNull, preset }) => [
      name,
      isRequired,
      takesNull,
      preset,
    ]);
    expect(facts).to.deep.equal([
      ['name', true, false, undefined],
      ['note', false, true, undefined],
      ['isActive', false, false, true],
    ]);
  });
});

describe('the request of a form', () => {
  const fields = fieldsOf(
    {
      type: 'object',
      properties: {
        name: { type: 'string' },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        tags: { type: 'array', items: { type: 'string' } },
        event: { type: 'object', properties: { title: { type: 'string' } } },
      },
    },
    {},
  );

  it('leaves out what is empty, and an object whose fields are all empty', () => {
    expect(requestOf(fields, {}, { name: 'A', note: '', event: { title: '' } })).to.deep.equal({ name: 'A' });
  });

  it('empties what had a value: by null, or by a list without items', () => {
    expect(requestOf(fields, { name: 'A', note: 'B', tags: ['C'] }, { name: 'A' })).to.deep.equal({
      name: 'A',
      note: null,
      tags: [],
    });
  });

  it('says nothing of what the form does not ask for', () => {
    expect(requestOf(fields, {}, { name: 'A', id: '1', event: { title: 'B', id: '2' } })).to.deep.equal({
      name: 'A',
      event: { title: 'B' },
    });
  });
});

describe('the names of fields', () => {
  it('are words, and the names of platforms are as people know them', () => {
    expect(['replySettings', 'require_approval', 'LEARN_MORE', 'boardId', 'TWITTER'].map(wordsOf)).to.deep.equal([
      'Reply settings',
      'Require approval',
      'Learn more',
      'Board ID',
      'X',
    ]);
  });
});

/** `GOOGLE_BUSINESS` has the fields of `GoogleBusinessFields`. */
const schemaNameOf = (platform: string): string =>
  `${platform
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}Fields`;
