import type { IncomingMessage } from 'node:http';
import { ignoredFields, type IgnoredField } from '../../../domain/kernel/ignored-fields.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { cutText } from '../../../domain/kernel/stored-text.ts';
import type { Route } from './route.ts';
import { isRecord } from '../../../domain/kernel/record.ts';

/** A part of a request that no field of its endpoint reads. */
export type Ignored = Readonly<{ field: string; meant: string | undefined; place: 'request' | 'query' }>;

/** Fields that one answer names. */
const mostNamed = 20;
/** A client's name of a field may be a whole text. */
const nameShown = 100;

const shown =
  (place: Ignored['place'], under: readonly string[] = []) =>
  ({ path, meant }: IgnoredField): Ignored => ({
    place,
    meant,
    field: [...under, ...path].map((name) => cutText(name, nameShown)).join('.'),
  });

const inQuery = ({ endpoint, kind }: Route, query: Readonly<Record<string, unknown>>): readonly Ignored[] => {
  const { asOf, ...rest } = query;
  // Every read takes this one, or refuses it.
  const given = kind === 'read' || asOf === undefined ? rest : query;
  if (endpoint.query) return ignoredFields(endpoint.query, given).map(shown('query'));
  return Object.keys(given).map((name) => shown('query')({ path: [name], known: [], meant: undefined }));
};

const inBody = ({ endpoint }: Route, body: unknown): readonly Ignored[] => {
  if (!endpoint.body) return [];
  const whole = ignoredFields(endpoint.body, body).map(shown('request'));
  const { items } = endpoint;
  const list: unknown = items && isRecord(body) && body[items.in];
  if (!items || !Array.isArray(list)) return whole;
  const named = [...whole];
  for (const [index, item] of list.entries()) {
    // Each name is compared with the known ones: what no answer shows is not looked for.
    if (named.length >= mostNamed) break;
    named.push(...ignoredFields(items.each(item), item).map(shown('request', [items.in, String(index)])));
  }
  return named;
};

/** What a request holds that its endpoint does not read, at most twenty fields of it. */
export const ignoredBy = (route: Route, query: Readonly<Record<string, unknown>>, body: unknown): readonly Ignored[] =>
  [...inQuery(route, query), ...inBody(route, body)].slice(0, mostNamed);

/** `Prefer: handling=strict` (RFC 7240): the client wants a refusal rather than a field that is ignored. */
export const prefersStrict = (req: IncomingMessage): boolean => {
  const preferences = [req.headers['prefer'] ?? ''].flat().join(',').split(',');
  return preferences.some((each) => /^\s*handling\s*=\s*"?strict"?\s*(;|$)/i.test(each));
};

const sentenceOf = ({ field, meant, place }: Ignored): string =>
  `${field} is no ${place === 'query' ? 'query parameter' : 'field'} of this request${meant === undefined ? '' : `; did you mean ${meant}?`}`;

export const refusedForIgnored = (ignored: readonly Ignored[]): Refused => {
  const [first] = ignored;
  const issues = ignored.map((each) => ({ field: each.field, message: sentenceOf(each) }));
  return new Refused('VALIDATION_ERROR', issues[0]?.message ?? 'a field is unknown', { field: first?.field, issues });
};

/** A header has letters of ASCII only; a comma separates names. */
export const headerOfIgnored = (ignored: readonly Ignored[]): string =>
  ignored.map(({ field }) => encodeURIComponent(field.toWellFormed())).join(', ');

/** The body of an answer with what was ignored in `warnings`, after what the endpoint warns of itself. */
export const withWarnings = (body: unknown, ignored: readonly Ignored[]): unknown => {
  if (ignored.length === 0 || !isRecord(body)) return body;
  const own: unknown = body['warnings'] ?? [];
  if (!Array.isArray(own)) return body;
  const warnings = ignored.map((each) => ({ code: 'IGNORED_FIELD', message: sentenceOf(each), field: each.field }));
  return { ...body, warnings: [...own, ...warnings] };
};
