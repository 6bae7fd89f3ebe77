import type { z } from 'zod';
import type { RestAnswer, RestClient } from './rest-client.ts';

/** One tool: its name and description, its input, and how it maps onto the API. */
export type Tool = Readonly<{
  name: string;
  title: string;
  description: string;
  readOnly: boolean;
  input: z.ZodType;
  call(input: unknown, rest: RestClient): Promise<RestAnswer>;
}>;

type Declared<Input> = Omit<Tool, 'input' | 'call'> &
  Readonly<{ input: z.ZodType<Input>; call(input: Input, rest: RestClient): Promise<RestAnswer> }>;

/** A tool checks its input itself, so that invalid input has the API's own error code. */
export const tool = <Input>({ call, ...rest }: Declared<Input>): Tool => ({
  ...rest,
  call: (given, client) => {
    const parsed = rest.input.safeParse(given);
    if (parsed.success) return call(parsed.data, client);
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    return Promise.resolve(invalid(field, `${field}: ${issue?.message ?? 'invalid'}`));
  },
});

export const invalid = (field: string, message: string): RestAnswer => ({
  status: 400,
  body: { error: { code: 'VALIDATION_ERROR', message, details: { field } } },
});
