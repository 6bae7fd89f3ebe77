import type { Example } from '../../../../infra/edge/http/openapi/examples.ts';

const namesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value).sort() : [];

/**
 * What two recordings of an operation have in common: its status, and the names at the top of what is sent and answered. Deeper fields may
 * be there or not, as things happened; the schemas say which.
 */
export const shapeOf = ({ request, status, response }: Example): string =>
  JSON.stringify([status, namesOf(request), namesOf(request.body), namesOf(response)]);
