import type { Change } from './schema-walk.ts';
import { wordsFor, wordsForParameter } from './words/index.ts';

/** A property that says nothing of its own has the words of its name. */
export const describeProperty: Change = (schema, { name, of, isPart, in: sent }) => {
  if (name === undefined || isPart || sent !== 'body' || 'description' in schema) return schema;
  const description = wordsFor(of, name);
  return description === undefined ? schema : { ...schema, description };
};

type Parameter = Readonly<{ name?: string; description?: string; schema?: { description?: string } }>;
type Operation = Readonly<{ operationId?: string; parameters?: readonly Parameter[] }>;

/** The words of a parameter are beside its schema, where readers of parameters look. */
const describeParameter = (parameter: Parameter, of: string): Parameter => {
  const { name, description = parameter.schema?.description ?? wordsForParameter(of, name ?? '') } = parameter;
  return name === undefined || description === undefined ? parameter : { ...parameter, description };
};

const describeOperation = (operation: Operation): Operation =>
  operation.parameters === undefined
    ? operation
    : {
        ...operation,
        parameters: operation.parameters.map((parameter) => describeParameter(parameter, operation.operationId ?? '')),
      };

/** The document with words at each parameter that has some. */
export const describeParameters = <Document extends { paths?: object }>(document: Document): Document => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, describeOperation(operation)])),
    ]),
  ),
});
