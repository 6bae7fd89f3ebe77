import type { CataloguedEvent, EventCatalogue, JsonSchema } from '../../read-api/events/event-catalogue.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A short form of a schema: the kind of value. */
const inWords = (schema: JsonSchema, root: JsonSchema): string => {
  if (schema.$ref !== undefined) return inWords(root.$defs?.[schema.$ref.slice('#/$defs/'.length)] ?? {}, root);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map((option) => inWords(option, root)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const view = schema.enum.slice(0, 6).map((value) => JSON.stringify(value));
    return `one of ${view.join(', ')}${schema.enum.length > view.length ? `, … (${schema.enum.length})` : ''}`;
  }
  if (schema.type === 'array') return `array of ${schema.items ? inWords(schema.items, root) : 'anything'}`;
  if (schema.type === 'object' && schema.properties) return `object of ${Object.keys(schema.properties).join(', ')}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  const type = typeof schema.type === 'string' ? schema.type : 'anything';
  return schema.format === undefined ? type : `${type} (${schema.format})`;
};

const fieldsOf = (schema: JsonSchema, personal: readonly string[]): string[] => {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return ['No data.'];
  return [
    '| field | value | |',
    '| --- | --- | --- |',
    ...fields.map(([name, value]) => {
      const notes = [
        ...(schema.required?.includes(name) ? [] : ['optional']),
        ...(personal.some((path) => path.split('.')[0] === name) ? ['personal'] : []),
      ];
      return `| \`${name}\` | ${cell(inWords(value, schema))} | ${notes.join(', ')} |`;
    }),
  ];
};

const section = ({ type, says, emittedBy, personal, versions }: CataloguedEvent): string => {
  const newest = versions.at(-1);
  const streams = emittedBy.map((category) => `\`${category}-<id>\``).join(', ');
  const history = versions.map(({ version, since }) => `${version} (since ${since ?? 'the next release'})`).join(', ');
  return [
    `### ${type}`,
    '',
    `${says} In ${streams}. Versions: ${history}.`,
    ...(personal
      ? [
          '',
          `Personal: ${personal.fields.map((field) => `\`${field}\``).join(', ')}, of the person in \`${personal.subject}\`.`,
        ]
      : []),
    '',
    ...(newest?.schema ? fieldsOf(newest.schema, personal?.fields ?? []) : []),
    '',
  ].join('\n');
};

/** The catalogue for people: docs/events.md. */
export const cataloguePage = ({ events }: EventCatalogue): string => {
  const groups = new Map<string, CataloguedEvent[]>();
  for (const event of events) {
    const group = event.emittedBy.join(', ');
    groups.set(group, [...(groups.get(group) ?? []), event]);
  }
  const parts = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([group, members]) => [`## ${group}`, '', ...members.map(section)]);
  return [
    '# Events',
    '',
    'Every event that the service stores, grouped by the category of its streams. `npm run events` generates this page from the code.',
    '`GET /v1/events/catalogue` has the same as JSON, with the JSON Schema and an example of every version.',
    '',
    'The metadata of every event are `workspaceId`, `mode` (`live` or `test`), `actor`, `$correlationId`, `$causationId` and `occurredAt`.',
    'Readers get the newest version of an event: older versions are upcast when they are read.',
    '',
    ...parts,
  ].join('\n');
};
