import { differences, type Json } from '../../domain/kernel/differences.ts';
import { print, printJson, Refusal, table, UsageError } from './operator.ts';
import { serviceAccessFrom } from './service-access.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

/** The kinds of resources with a past, and their paths. */
const paths = {
  post: 'posts',
  account: 'accounts',
  workspace: 'workspaces',
  media: 'media',
  comment: 'inbox/comments',
  webhook: 'webhooks',
} as const;
type Kind = keyof typeof paths;

/** The kind and id of `as-of post c…`. Errors use the command's own terms. */
export const resourceOf = ([command, kind = '', id]: readonly string[]): Readonly<{ kind: Kind; id: string }> => {
  if (!isKeyOf(paths, kind) || id === undefined)
    throw new UsageError(`${command} of what? ${Object.keys(paths).join(', ')} with an id`);
  return { kind, id };
};

type Asked = Readonly<{ missing: boolean; body: Json }>;

/** Asks the running service. Its refusals are printed unchanged. */
const ask = async (where: string, query: Readonly<Record<string, string | undefined>>): Promise<Asked> => {
  const { origin, key } = await serviceAccessFrom(process.env).catch((fault: Error) => {
    throw new Refusal(`${fault.message}.`, { cause: fault });
  });
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const address = `${origin}/v1/${where}?${new URLSearchParams(given).toString()}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } }).catch((fault: Error) => {
    throw new Refusal(`The service at ${origin} does not answer.`, { cause: fault });
  });
  const body = (await response.json()) as Json;
  if (response.status === 404) return { missing: true, body };
  if (response.ok) return { missing: false, body };
  const { error } = body as { error?: { code: string; message: string } };
  throw new Refusal(error ? `${error.code}: ${error.message}` : `The service answered ${response.status}.`);
};

const view = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Prints the answer of GET for a resource at a moment: a position of the log or an instant. */
export const printAsOf = async (
  words: readonly string[],
  at: string | undefined,
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  const { kind, id } = resourceOf(words);
  if (at === undefined) throw new UsageError('as-of needs --at: a position of the log, or an instant');
  const { missing, body } = await ask(`${paths[kind]}/${id}`, { asOf: at });
  if (missing) throw new Refusal(`There was no ${kind} ${id} at ${at}, or none this key may see.`);
  if (json) return printJson(body);
  const rows = differences({}, body).map((one) => [one.at, 'new' in one ? view(one.new) : '']);
  print(table(['field', 'value'], rows));
};

type PastEvent = Readonly<{
  occurredAt: string;
  type: string;
  description: string;
  actor: { kind: string; id: string };
}>;
type Between = Readonly<{
  changes: ReturnType<typeof differences>;
  events: readonly PastEvent[];
  hasMoreEvents: boolean;
}>;

type Moments = Readonly<{ from: string | undefined; to: string | undefined }>;

/** Prints how a resource differs between two moments, field by field; `to` is now unless given. */
export const printDiff = async (
  words: readonly string[],
  { from, to }: Moments,
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  const { kind, id } = resourceOf(words);
  if (from === undefined) throw new UsageError('diff needs --from: a position of the log, or an instant');
  const { missing, body } = await ask(`${paths[kind]}/${id}/diff`, { from, to });
  if (missing) throw new Refusal(`There was no ${kind} ${id} at either moment, or none this key may see.`);
  const { data: found } = body as { data: Between };
  if (json) return printJson(found);
  if (found.changes.length === 0) return print('Nothing changed.');
  const rows = found.changes.map((one) => [
    one.at || '(all of it)',
    one.kind,
    'old' in one ? view(one.old) : '',
    'new' in one ? view(one.new) : '',
  ]);
  print(table(['field', 'was', 'before', 'after'], rows));
  if (found.events.length === 0) return;
  const events = found.events.map(({ occurredAt, type, actor, description }) => [
    occurredAt,
    type,
    `${actor.kind} ${actor.id}`,
    description,
  ]);
  print(`\n${table(['when', 'event', 'who', 'what'], events)}`);
  if (found.hasMoreEvents) print('… and more: see history.');
};
