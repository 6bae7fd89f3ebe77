import fc from 'fast-check';
import type { Route } from '../../../../infra/edge/http/route.ts';
import { anything, arbitraryOf, mutated } from './arbitrary-of-schema.ts';
import type { Inhabited } from './inhabited.ts';
import { likelyFor } from './likely-values.ts';

export type Asked = Readonly<{
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  headers: Record<string, string>;
  byKey: boolean;
}>;

const headerValue = fc.constantFrom(
  '',
  '0',
  '18446744073709551616',
  'x',
  '-1',
  'c'.repeat(25),
  'https://example.com/hook',
);
const headers = fc.record(
  {
    'x-after-position': headerValue,
    'x-callback-url': headerValue,
    'if-match': headerValue,
    'idempotency-key': fc.uuid(),
  },
  { requiredKeys: [] },
);

/** Moments there are, that were before everything, that have not come, and none. */
const moment = fc.oneof(
  fc.nat(2_000).map(String),
  fc.constantFrom('0', '9223372036854775807', '9'.repeat(20), '-1', 'now', ''),
  fc.constantFrom(
    '2020-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '2026-02-30T00:00:00Z',
  ),
);

/** Most ask for the present. */
const asOf = fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, fc.record({ asOf: moment }));

/** Requests to a route: most are right, some are not, and some are nonsense. */
export const askedOf = ({ endpoint, path }: Route, { ids, byName, byGroup }: Inhabited): fc.Arbitrary<Asked> => {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const valueOf = (name: string): fc.Arbitrary<string> => {
    const [, , group = '', kind] = path.split('/');
    const ofGroup = byGroup[`${group}/${kind}`] ?? byGroup[group];
    const right = (name === 'id' ? ofGroup : byName[name]) ?? ['TWITTER', 'twitter'];
    return fc.oneof(
      { arbitrary: fc.constantFrom(...right), weight: 9 },
      { arbitrary: fc.constantFrom(...ids), weight: 1 },
      { arbitrary: fc.constantFrom('tiktok', 'a%00b', '%E0%A4%A', '..%2f', 'a'.repeat(3000)), weight: 1 },
    );
  };
  const params = fc.record(Object.fromEntries(names.map((name) => [name, valueOf(name)])));
  const from = (schema: typeof endpoint.body): fc.Arbitrary<unknown> => {
    if (!schema) return fc.constant(undefined);
    const right = arbitraryOf(schema, ids, (name) => likelyFor(name, byName));
    return fc.oneof(
      { arbitrary: right, weight: 6 },
      { arbitrary: mutated(right), weight: 3 },
      { arbitrary: anything, weight: 1 },
    );
  };
  return fc.record({
    params,
    query: 'past' in endpoint ? asOf : from(endpoint.query),
    body: from(endpoint.body),
    headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, headers) as fc.Arbitrary<Record<string, string>>,
    byKey: fc.boolean(),
  });
};

/** A query as text, whatever it is. */
export const queryText = (query: unknown): string => {
  if (typeof query !== 'object' || query === null)
    return query === undefined ? '' : `?${encodeURIComponent(wellFormed(String(query)))}`;
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each: unknown) => [name, each] as const))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(text).slice(0, 2000))}`;
    });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

/** Requests that are right as far as their schemas say, about what the workspace has. */
export const rightfulOf = ({ endpoint, path }: Route, { ids, byName, byGroup }: Inhabited): fc.Arbitrary<Asked> => {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const [, , group = '', kind] = path.split('/');
  const valueOf = (name: string): readonly string[] => {
    const known = name === 'id' ? (byGroup[`${group}/${kind}`] ?? byGroup[group]) : byName[name];
    return known?.length ? known : ['TWITTER'];
  };
  const from = (schema: typeof endpoint.body): fc.Arbitrary<unknown> =>
    schema ? arbitraryOf(schema, ids, (name) => likelyFor(name, byName)) : fc.constant(undefined);
  return fc.record({
    params: fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...valueOf(name))]))),
    query: from(endpoint.query),
    body: from(endpoint.body),
    headers: fc.constant({}),
    byKey: fc.constant(false),
  });
};
