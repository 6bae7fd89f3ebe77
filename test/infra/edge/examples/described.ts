import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { wholeDocument } from '../endpoints/whole-document.ts';

type Content = { content?: { 'application/json'?: { schema: object; example?: unknown } } };
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = Readonly<{
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: object;
}>;

/** The served OpenAPI document. */
export const text = JSON.stringify(wholeDocument());
const document = JSON.parse(text) as Document;

export const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
export const deliveries = Object.entries(document.webhooks);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** What is wrong with a value by its schema in the document; empty where nothing is. */
export const complaintsOf = (schema: object, value: unknown): string => {
  const isValid = ajv.validate({ ...schema, components: document.components }, value);
  return isValid ? '' : ajv.errorsText(ajv.errors?.slice(0, 3));
};

export const jsonOf = (part: Content | undefined) => part?.content?.['application/json'];

export const successOf = ({ responses }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];

/** What is wrong with a recorded answer of an operation. */
export const complaintsOfAnswer = (operationId: string, answer: unknown): string => {
  const operation = operations.find((each) => each.operationId === operationId);
  const schema = operation && jsonOf(successOf(operation))?.schema;
  return schema ? complaintsOf(schema, answer) : '';
};
