import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { Refused } from '../../../domain/kernel/refused.ts';
import { readBody } from '../http/read-body.ts';

const maxFormBytes = 8192;

/** The fields of a form that a browser sent. */
export const formOf = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams((await readBody(request, maxFormBytes)).toString('utf8'));

/** The fields of a form, or a refusal with the first thing that is wrong. */
export const fieldsOf = <Fields>(schema: z.ZodType<Fields>, given: URLSearchParams): Fields => {
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new Refused('VALIDATION_ERROR', parsed.error.issues[0]?.message ?? 'The form is not complete');
};
