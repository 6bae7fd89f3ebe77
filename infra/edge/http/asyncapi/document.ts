import type { CataloguedEvent, EventCatalogue } from '../../../../read-api/events/event-catalogue.ts';
import { withoutNoBounds } from '../openapi/plain-schema.ts';
import { changeSchema, type JsonSchema } from '../openapi/schema-walk.ts';
import { envelope } from './envelope.ts';
import { isRecord } from '../../../../domain/kernel/record.ts';

type About = Readonly<{ version: string; publicUrl: string }>;

const refTo = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** A schema without the properties at these paths: `author.name` is a property of a property. */
const without = (schema: JsonSchema, path: readonly string[]): JsonSchema => {
  const [name = '', ...rest] = path;
  const { properties: known, required, items, anyOf } = schema;
  if (Array.isArray(anyOf))
    return { ...schema, anyOf: anyOf.map((part: unknown) => (isRecord(part) ? without(part, path) : part)) };
  if (isRecord(items)) return { ...schema, items: without(items, path) };
  if (!isRecord(known)) return schema;
  const inner = known[name];
  if (!isRecord(inner)) return schema;
  if (rest.length > 0) return { ...schema, properties: { ...known, [name]: without(inner, rest) } };
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(known).filter(([key]) => key !== name)),
    ...(Array.isArray(required) && { required: required.filter((key) => key !== name) }),
  };
};

/** Parts of a schema that have a name are components of the document: a reference begins at the document. */
const atComponents = (schema: JsonSchema, of: string): JsonSchema =>
  changeSchema(schema, { name: undefined, in: 'body', of, isPart: false }, (part, place) => {
    const plain = withoutNoBounds(part, place);
    const ref = plain['$ref'];
    return typeof ref === 'string' ? { ...plain, $ref: ref.replace('#/$defs/', `#/components/schemas/${of}.`) } : plain;
  });

/** The newest schema of an event's data, without what only the log and the audit show, and its named parts. */
const dataOf = ({ type, versions, personal }: CataloguedEvent) => {
  const newest = versions.at(-1)?.schema ?? {};
  const { $defs = {}, $schema: _, ...whole } = newest as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const fields = personal?.fields ?? [];
  const open = fields.reduce<JsonSchema>((schema, field) => without(schema, field.split('.')), whole);
  return {
    [`${type}.data`]: atComponents(open, type),
    ...Object.fromEntries(Object.entries($defs).map(([name, part]) => [`${type}.${name}`, atComponents(part, type)])),
  };
};

const messageOf = ({ type, says, versions }: CataloguedEvent) => ({
  name: type,
  title: type,
  summary: says,
  contentType: 'application/json',
  payload: {
    allOf: [
      refTo('schemas', 'Event'),
      {
        type: 'object',
        properties: {
          type: { const: type },
          version: { const: versions.at(-1)?.version ?? 1 },
          data: refTo('schemas', `${type}.data`),
        },
      },
    ],
  },
});

/** The AsyncAPI 3 document of the live feed: which events a listener gets, and what is in them. */
export const asyncApiDocument = ({ events }: EventCatalogue, { version, publicUrl }: About) => {
  const { protocol, host } = new URL(publicUrl);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Social Publishing Service: events',
      version,
      description:
        'Every event of a workspace as it happens, as server-sent events. Each has its position as `id` and its type as ' +
        '`event`. A listener that sends the last id as `Last-Event-ID` goes on after it. Personal fields are left out.',
      license: { name: 'MIT' },
      externalDocs: { description: 'The OpenAPI document', url: `${publicUrl}/v1/openapi.json` },
    },
    defaultContentType: 'application/json',
    servers: {
      installation: {
        host,
        protocol: protocol.replace(':', ''),
        description: 'This installation',
        security: [refTo('securitySchemes', 'bearer')],
      },
    },
    channels: {
      events: {
        address: '/v1/events/stream',
        title: 'The events of a workspace',
        description:
          'GET with `Accept: text/event-stream`. The parameters `type`, `category` and `aggregateId` select; `after` begins ' +
          'elsewhere than now: `start`, or a position.',
        messages: Object.fromEntries(events.map(({ type }) => [type, refTo('messages', type)])),
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'Sends each event after it was stored, in the order of the log',
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key or a session, with the scope of audit logs',
        },
      },
      messages: Object.fromEntries(events.map((event) => [event.type, messageOf(event)])),
      schemas: { Event: envelope, ...Object.assign({}, ...events.map(dataOf)) },
    },
  };
};
