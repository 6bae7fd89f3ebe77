import { complaintsBy } from '../../../support/complaints.ts';
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

/** What is wrong with a value by its schema in the document; empty where nothing is. */
export const complaintsOf = complaintsBy(document);

export const jsonOf = (part: Content | undefined) => part?.content?.['application/json'];

export const successOf = ({ responses }: Operation): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];

/** What is wrong with a recorded answer of an operation. */
export const complaintsOfAnswer = (operationId: string, answer: unknown): string => {
  const operation = operations.find((each) => each.operationId === operationId);
  const schema = operation && jsonOf(successOf(operation))?.schema;
  return schema ? complaintsOf(schema, answer) : '';
};
