import openapiTypescript, { astToString } from 'openapi-typescript';
import { wholeDocument } from './whole-document.ts';

type Responses = Record<string, unknown>;
type Document = { paths: Record<string, Record<string, { responses: Responses }>>; components: object };

/**
 * All refusals have the same body. It is declared once an operation instead of once a status, which
 * makes the types a fraction as long.
 */
const withOneError = (text: string): string => {
  const document = JSON.parse(text) as Document;
  const Refusal = {
    description: 'A refusal',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    operation.responses = { ...Object.fromEntries(successes), default: { $ref: '#/components/responses/Refusal' } };
  }
  return JSON.stringify({ ...document, components: { ...document.components, responses: { Refusal } } });
};

/**
 * Whole requests and answers as examples are read in the document. As comments of types they would be
 * half of these.
 */
const withoutBodies = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('schema' in value) || 'in' in value) return value;
    const { example: _example, examples: _examples, ...rest } = value as Record<string, unknown>;
    return rest;
  });

/** The types of everything the service answers, test mode's own endpoints included, made from the document it serves. */
export const makeClientSchema = async (): Promise<string> => {
  const text = withoutBodies(withOneError(JSON.stringify(wholeDocument())));
  const types = astToString(await openapiTypescript(text, { alphabetize: true }));
  return `/** Generated from the endpoints by \`npm run client\`: change those, never this file. */\n\n${types}`;
};
