import type { Api, Call, Field, Model, Type, TypeUse } from './api.ts';
import { pascal } from './names.ts';

const text = (value: string): string => JSON.stringify(value);

const typeName = (type: Type): string => {
  switch (type.kind) {
    case 'string':
    case 'enum':
      return 'string';
    case 'integer':
      return 'int64';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'any';
    case 'list':
      return `[]${useOf(type.of)}`;
    case 'map':
      return `map[string]${useOf(type.of)}`;
    case 'model':
      return type.name;
    default:
      return type satisfies never;
  }
};

/** Lists, maps and untyped values are nil by themselves. */
const canBeNil = ({ kind }: Type): boolean => kind === 'list' || kind === 'map' || kind === 'any';

const useOf = (
  { type, nullable }: TypeUse,
  { optional = false }: Readonly<{ optional?: boolean | undefined }> = {},
): string => `${(nullable || optional) && !canBeNil(type) ? '*' : ''}${typeName(type)}`;

const comment = (says: string, indent: string): readonly string[] =>
  says === '' ? [] : [`${indent}// ${says.replace(/\s+/g, ' ')}`];

/** Every field by a name of its own: two of them may differ in case or dashes alone. */
const namesOf = (fields: readonly Field[]): ReadonlyMap<Field, string> => {
  const used = new Set<string>();
  return new Map(
    fields.map((field) => {
      let name = pascal(field.name);
      while (used.has(name)) name = `${name}_`;
      used.add(name);
      return [field, name];
    }),
  );
};

const structLines = ({ name, says, fields }: Model): readonly string[] => {
  const names = namesOf(fields);
  return [
    '',
    ...comment(says === '' ? '' : `${name}: ${says}`, ''),
    `type ${name} struct {`,
    ...fields.flatMap((field) => [
      ...comment(field.says, '\t'),
      `\t${names.get(field)} ${useOf(field, { optional: !field.required })} \`json:"${field.name}${field.required ? '' : ',omitempty'}"\``,
    ]),
    '}',
  ];
};

const paramsOf = (call: Call): Model | undefined =>
  call.query.length === 0
    ? undefined
    : {
        name: `${pascal(call.id)}Params`,
        says: 'what a list or answer is narrowed to.',
        fields: call.query.map((field) => ({ ...field, required: false })),
      };

const pathArguments = ({ pathParameters }: Call): readonly string[] => pathParameters.map((name) => `${name}_ string`);

const methodLines = (call: Call): readonly string[] => {
  const name = pascal(call.id);
  const params = paramsOf(call);
  const { answer, body } = call;
  const isModel = typeof answer === 'object' && answer.type.kind === 'model';
  const type = answer === 'raw' ? '[]byte' : answer === 'none' ? '' : typeName(answer.type);
  const given = [
    'ctx context.Context',
    ...pathArguments(call),
    ...(params ? [`params *${params.name}`] : []),
    ...(body === undefined ? [] : [`body ${body === 'any' ? 'any' : body.model}`]),
    'options ...CallOption',
  ];
  const names = namesOf(call.query);
  const query = params
    ? [
        '\tquery := map[string]any{}',
        '\tif params != nil {',
        ...call.query.map((field) => `\t\tquery[${text(field.name)}] = params.${names.get(field)}`),
        '\t}',
      ]
    : [];
  const path =
    call.pathParameters.length === 0
      ? text(call.path)
      : `expand(${text(call.path)}, ${call.pathParameters.map((each) => `${each}_`).join(', ')})`;
  const sent = `request{method: ${text(call.method)}, path: ${path}${params ? ', query: query' : ''}${body === undefined ? '' : ', body: body'}}`;
  const result = answer === 'none' ? 'error' : `(${isModel ? '*' : ''}${type}, error)`;
  const ending =
    answer === 'none'
      ? [`\treturn c.call(ctx, ${sent}, nil, options)`]
      : [
          `\tvar answer ${isModel ? '*' : ''}${type}`,
          `\terr := c.call(ctx, ${sent}, &answer, options)`,
          '\treturn answer, err',
        ];
  return [
    '',
    ...comment(`${name}: ${call.says}`, ''),
    `func (c *Client) ${name}(${given.join(', ')}) ${result} {`,
    ...query,
    ...ending,
    '}',
  ];
};

type Page = Readonly<{ items: Field; next: string; parameter: 'cursor' | 'page' }>;

/** How a list is gone through: where its items are, and how it names the page after this one. */
const pageOf = (call: Call, models: ReadonlyMap<string, Model>): Page | undefined => {
  const modelOf = (use: TypeUse | undefined): Model | undefined =>
    use?.type.kind === 'model' ? models.get(use.type.name) : undefined;
  const page = typeof call.answer === 'object' ? modelOf(call.answer) : undefined;
  if (!page) return undefined;
  const lists = page.fields.filter(({ type }) => type.kind === 'list');
  const items =
    page.fields.find(({ name, type }) => name === 'data' && type.kind === 'list') ??
    (lists.length === 1 ? lists[0] : undefined);
  if (!items) return undefined;
  const inPage = (name: string): Field | undefined => page.fields.find((field) => field.name === name);
  /** A field, and the pointers to its owner that must not be nil. */
  const within = (owner: Field | undefined, ...names: string[]): string | undefined => {
    const field = modelOf(owner)?.fields.find(({ name }) => names.includes(name));
    return owner && field && `page.${pascal(owner.name)}.${pascal(field.name)}`;
  };
  const takes = (name: string): boolean => call.query.some((field) => field.name === name);
  if (takes('cursor')) {
    const top = inPage('nextCursor');
    const place = top ? 'page.NextCursor' : within(inPage('pagination'), 'cursor', 'nextCursor', 'next_cursor');
    return place === undefined ? undefined : { items, parameter: 'cursor', next: `cursorPlace(${place})` };
  }
  if (!takes('page')) return undefined;
  const total = inPage('pages') ? 'page.Pages' : within(inPage('pagination'), 'totalPages');
  if (total !== undefined) return { items, parameter: 'page', next: `at.until(${total})` };
  const more = within(inPage('meta'), 'hasMore');
  return more === undefined ? undefined : { items, parameter: 'page', next: `at.while(${more})` };
};

const pagerLines = (call: Call, models: ReadonlyMap<string, Model>): readonly string[] => {
  const page = pageOf(call, models);
  const params = paramsOf(call);
  if (!page || !params || page.items.type.kind !== 'list') return [];
  const name = pascal(call.id);
  const item = useOf(page.items.type.of);
  const path = call.pathParameters.map((each) => `${each}_, `).join('');
  return [
    '',
    `// ${name}Pager goes through every item of ${name}.`,
    `func (c *Client) ${name}Pager(${['ctx context.Context', ...pathArguments(call), `params *${params.name}`].join(', ')}) *Pager[${item}] {`,
    `\tasked := ${params.name}{}`,
    '\tif params != nil {',
    '\t\tasked = *params',
    '\t}',
    `\treturn newPager(func(at place) ([]${item}, place, error) {`,
    ...(page.parameter === 'cursor'
      ? ['\t\tif at.cursor != "" {', '\t\t\tasked.Cursor = &at.cursor', '\t\t}']
      : ['\t\tasked.Page = &at.page']),
    `\t\tpage, err := c.${name}(ctx, ${path}&asked)`,
    '\t\tif err != nil {',
    '\t\t\treturn nil, place{}, err',
    '\t\t}',
    `\t\treturn page.${pascal(page.items.name)}, ${page.next}, nil`,
    '\t})',
    '}',
  ];
};

const head = (...imports: string[]): readonly string[] => [
  '// Code generated from the OpenAPI document. DO NOT EDIT.',
  '',
  'package social',
  ...imports.flatMap((name) => ['', `import ${text(name)}`]),
];

/** The generated files of the Go client, by their names. */
export const goFiles = ({ models, calls }: Api): Readonly<Record<string, string>> => {
  const byName = new Map(models.map((model) => [model.name, model]));
  const params = calls.flatMap((call) => paramsOf(call) ?? []);
  return {
    'models.go': [...head(), ...[...models, ...params].flatMap(structLines), ''].join('\n'),
    'calls.go': [
      ...head('context'),
      ...calls.flatMap((call) => [...methodLines(call), ...pagerLines(call, byName)]),
      '',
    ].join('\n'),
  };
};
