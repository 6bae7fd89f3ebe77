import type { Api, Call, Field, Model, Type, TypeUse } from './api.ts';
import { snake } from './names.ts';

/** Words that are no names in Python, and names that the methods themselves use. */
const taken = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield None True False self body headers idempotency_key'
  ).split(' '),
);

const nameOf = (name: string): string => {
  const made = snake(name);
  return taken.has(made) || /^\d/.test(made) ? `${made}_` : made;
};

const text = (value: string): string => JSON.stringify(value);

const typeName = (type: Type): string => {
  switch (type.kind) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'enum':
      return `Literal[${type.values.map(text).join(', ')}]`;
    case 'list':
      return `list[${useOf(type.of)}]`;
    case 'map':
      return `dict[str, ${useOf(type.of)}]`;
    case 'model':
      return type.name;
    default:
      return type satisfies never;
  }
};

const useOf = (
  { type, nullable }: TypeUse,
  { optional = false }: Readonly<{ optional?: boolean | undefined }> = {},
): string => {
  const name = typeName(type);
  return (nullable || optional) && name !== 'Any' ? `${name} | None` : name;
};

const quoted = (says: string): string => `"""${says.replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`;

const fieldLine = (field: Field): readonly string[] => {
  const name = nameOf(field.name);
  const type = useOf(field, { optional: !field.required });
  const comment = field.says === '' ? [] : [`    #: ${field.says.replace(/\s+/g, ' ')}`];
  return [...comment, `    ${name}: ${type}${field.required ? '' : ' = None'}`];
};

const modelLines = ({ name, says, fields }: Model): readonly string[] => {
  const renamed = fields.filter((field) => nameOf(field.name) !== field.name);
  const names = renamed.map((field) => `${text(nameOf(field.name))}: ${text(field.name)}`).join(', ');
  return [
    '',
    '',
    '@dataclass(kw_only=True)',
    `class ${name}(Model):`,
    ...(says === '' ? [] : [`    ${quoted(says)}`, '']),
    ...(renamed.length > 0 ? [`    _names: ClassVar[dict[str, str]] = {${names}}`, ''] : []),
    ...fields.flatMap(fieldLine),
    ...(says === '' && fields.length === 0 ? ['    pass'] : []),
  ];
};

/** A field of the body that has the name of another argument of the call. */
const argumentNames = (call: Call): ReadonlyMap<Field, string> => {
  const names = new Set(call.pathParameters.map(nameOf));
  const fields = [...call.query, ...(call.body && call.body !== 'any' ? call.body.fields : [])];
  return new Map(
    fields.map((field) => {
      let name = nameOf(field.name);
      while (names.has(name)) name = `${name}_`;
      names.add(name);
      return [field, name];
    }),
  );
};

const parsedAs = ({ answer }: Call): string => {
  if (answer === 'raw') return 'bytes';
  return answer === 'none' ? 'None' : useOf(answer);
};

const methodLines = (call: Call, { isAsync }: Readonly<{ isAsync: boolean }>): readonly string[] => {
  const names = argumentNames(call);
  const fields = call.body && call.body !== 'any' ? call.body.fields : [];
  const argument = (field: Field): string => {
    const type = field.required ? useOf(field) : `${useOf(field)} | Unset`;
    return `${names.get(field)}: ${type}${field.required ? '' : ' = UNSET'}`;
  };
  const keywords = [
    ...[...call.query, ...fields].map(argument),
    ...(call.body === 'any' ? ['body: Any = UNSET'] : []),
    'headers: Mapping[str, str] | None = None',
    ...(call.method === 'POST' ? ['idempotency_key: str | None = None'] : []),
  ];
  const object = (all: readonly Field[]): string =>
    `{${all.map((field) => `${text(field.name)}: ${names.get(field)}`).join(', ')}}`;
  const passed = [
    text(call.method),
    text(call.path),
    `{${call.pathParameters.map((name) => `${text(name)}: ${nameOf(name)}`).join(', ')}}`,
    `query=${object(call.query)}`,
    ...(call.body === undefined ? [] : [`body=${call.body === 'any' ? 'body' : object(fields)}`]),
    'headers=headers',
    ...(call.method === 'POST' ? ['idempotency_key=idempotency_key'] : []),
    `answer=${parsedAs(call)}`,
  ];
  const path = call.pathParameters.map((name) => `${nameOf(name)}: str, `).join('');
  return [
    '',
    `    ${isAsync ? 'async ' : ''}def ${nameOf(call.id)}(self, ${path}*, ${keywords.join(', ')}) -> ${parsedAs(call)}:`,
    `        ${quoted(call.says)}`,
    `        return ${isAsync ? 'await ' : ''}self._call(${passed.join(', ')})`,
  ];
};

const head = (says: string): readonly string[] => [
  `"""${says} Generated from the OpenAPI document."""`,
  '',
  'from __future__ import annotations',
  '',
];

/** The generated modules of the Python client, by their names. */
export const pythonModules = ({ models, calls, version }: Api): Readonly<Record<string, string>> => ({
  'models.py': [
    ...head('The shapes of the API.'),
    'from dataclasses import dataclass',
    'from typing import Any, ClassVar, Literal',
    '',
    'from ._codec import Model',
    ...models.flatMap(modelLines),
    '',
  ].join('\n'),
  '_calls.py': [
    ...head('The calls of the API.'),
    'from collections.abc import Mapping',
    'from typing import Any, Literal',
    '',
    'from ._codec import UNSET, Unset',
    'from .models import *  # noqa: F403',
    '',
    '',
    `API_VERSION = ${text(version)}`,
    '',
    '',
    'class Calls:',
    '    def _call(self, method: str, path: str, values: Mapping[str, str], **more: Any) -> Any:',
    '        raise NotImplementedError',
    ...calls.flatMap((call) => methodLines(call, { isAsync: false })),
    '',
    '',
    'class AsyncCalls:',
    '    async def _call(self, method: str, path: str, values: Mapping[str, str], **more: Any) -> Any:',
    '        raise NotImplementedError',
    ...calls.flatMap((call) => methodLines(call, { isAsync: true })),
    '',
  ].join('\n'),
});
