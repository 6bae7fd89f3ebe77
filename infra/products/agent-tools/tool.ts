import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { RestAnswer, Service } from './rest-client.ts';

/** A call of the API as its table of endpoints writes it, for example `GET /v1/posts/:id`. */
export type ApiCall = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /v1/${string}`;

/** What a tool does to the world, so that a host knows when to ask its person first. */
export const effects = {
  /** It changes nothing. */
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** It adds something to the workspace; each call adds again. */
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  /** It changes something of the workspace; the same call again changes nothing more. */
  changes: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  /** It takes something away that does not come back by itself. */
  removes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  /** It reaches the public. */
  publishes: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  /** It takes something away that the public sees. */
  unpublishes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
} as const satisfies Readonly<Record<string, ToolAnnotations>>;

/** One tool: its name and description, its input and output, and how it maps onto the API. */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  effect: keyof typeof effects;
  /** The calls that it makes first. A caller who may make none of them is not offered the tool. */
  calls: readonly ApiCall[];
  input: z.ZodType;
  /** The short result; a full one has more fields. */
  output: z.ZodType<RestAnswer['body']>;
  call(input: unknown, service: Service): Promise<RestAnswer>;
}>;

type Declared<Input extends z.ZodRawShape> = Omit<Tool, 'input' | 'call'> &
  Readonly<{ input: Input; call(input: z.output<z.ZodObject<Input>>, service: Service): Promise<RestAnswer> }>;

const Detail = z
  .enum(['short', 'full'])
  .optional()
  .describe('short (the default) leaves out what is seldom needed; full is the whole answer of the API');

/** An answer of the API with the fields of the short result alone. An answer of another form stays whole. */
const shortened = (answer: RestAnswer, output: Tool['output']): RestAnswer => {
  if (answer.status >= 400) return answer;
  const short = output.safeParse(answer.body);
  return short.success ? { ...answer, body: short.data } : answer;
};

/** A tool checks its input itself, so that invalid input has the API's own error code. */
export const tool = <Input extends z.ZodRawShape>({ call, input: shape, ...rest }: Declared<Input>): Tool => {
  const own = z.strictObject(shape);
  const input = own.extend({ detail: Detail });
  return {
    ...rest,
    input,
    call: async (given, service) => {
      const parsed = input.safeParse(given);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const field = issue?.path.join('.') ?? '';
        const problem = issue?.message ?? 'invalid';
        return invalid(field, field === '' ? problem : `${field}: ${problem}`);
      }
      const { detail, ...asked } = parsed.data as z.output<z.ZodObject<Input>> & { detail?: 'short' | 'full' };
      const answer = await call(asked as z.output<z.ZodObject<Input>>, service);
      return detail === 'full' ? answer : shortened(answer, rest.output);
    },
  };
};

export const invalid = (field: string, message: string): RestAnswer => ({
  status: 400,
  body: { error: { code: 'VALIDATION_ERROR', message, details: { field } } },
});
