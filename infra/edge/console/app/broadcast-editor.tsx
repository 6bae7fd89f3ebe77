import { messagePlatforms, optionsOfAccounts } from './account-options.ts';
import { answered, api, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { BroadcastReach } from './broadcast-reach.tsx';
import type { Option } from './forms/form-context.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { openingAfter } from './opening.ts';
import { Problem, Waiting } from './pieces.tsx';

type NewBroadcast = Parameters<typeof create>[0];

const audiences = async (): Promise<readonly Option[]> => {
  const { audiences: all } = await answered(api.GET('/v1/audiences', { params: { query: { limit: 100 } } }));
  return all.map(({ id, name }) => ({ value: id, label: name }));
};

const look = async (id: string | undefined) => {
  const [accounts, segments, broadcast] = await Promise.all([
    optionsOfAccounts(messagePlatforms.map(({ value }) => String(value))),
    audiences(),
    id === undefined ? undefined : answered(api.GET('/v1/broadcasts/{id}', { params: { path: { id } } })),
  ]);
  return { accounts, audiences: segments, broadcast: broadcast?.broadcast };
};

const create = async (body: Readonly<{ name: string; messageTemplate: string; platforms: string[] }>) =>
  (await answered(api.POST('/v1/broadcasts', { body }))).broadcast.id;

const change = async (id: string, body: Values) =>
  (await answered(api.PATCH('/v1/broadcasts/{id}', { params: { path: { id } }, body }))).broadcast.id;

/** What a broadcast has that its form asks for. */
const firstOf = ({
  name,
  messageTemplate,
  platforms: on,
  socialAccountId,
  segmentRules,
  scheduledFor,
}: Schemas['Broadcast']) => ({
  name,
  messageTemplate,
  platforms: on,
  socialAccountId,
  segmentRules,
  scheduledFor,
});

/** A new broadcast, or a draft to be changed, with who would get it. */
export const BroadcastEditor = ({ id }: { id?: string }) => {
  const { data, problem } = useAsked(`broadcast form/${id ?? ''}`, () => look(id));
  const { data: schemas, problem: unknown } = useServedSchemas();
  const send = async (request: Values): Promise<string> => {
    const stored = id === undefined ? create(request as NewBroadcast) : change(id, request);
    const page = stored.then((broadcast) => {
      answers.removeQueries({ queryKey: [`broadcast form/${broadcast}`] });
      return `#/broadcasts/${broadcast}`;
    });
    await openingAfter(page);
    return 'saved';
  };
  return (
    <section aria-labelledby="broadcast-editor">
      <p>
        <a href="#/broadcasts">All broadcasts</a>
      </p>
      <h2 id="broadcast-editor">{id === undefined ? 'New broadcast' : 'Change the broadcast'}</h2>
      <Problem text={problem ?? unknown} />
      {data === undefined || schemas === undefined ? (
        (problem ?? unknown) === undefined && <Waiting />
      ) : (
        <SchemaForm
          call="POST /v1/broadcasts"
          name="Broadcast"
          fields={fieldsOf(schemas.bodyOf('post', '/v1/broadcasts'), schemas.components)}
          first={data.broadcast === undefined ? { platforms: ['FACEBOOK'] } : firstOf(data.broadcast)}
          options={{
            platforms: messagePlatforms,
            'segmentRules.platforms': messagePlatforms,
            socialAccountId: data.accounts,
            audienceId: data.audiences,
          }}
          submit="Save the broadcast"
          send={send}
        >
          {(values) => <BroadcastReach values={values} />}
        </SchemaForm>
      )}
    </section>
  );
};
