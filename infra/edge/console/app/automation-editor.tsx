import { Allowed } from './allowed.tsx';
import { optionsOfAccounts } from './account-options.ts';
import { answered, api, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { AutomationTrial } from './automation-trial.tsx';
import type { Option } from './forms/form-context.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { openingAfter } from './opening.ts';
import { Problem, Waiting } from './pieces.tsx';
import { PostPicker } from './post-picker.tsx';

type NewAutomation = Parameters<typeof create>[0];

const matches: readonly Option[] = [
  { value: 'WORD', label: 'a word of its own' },
  { value: 'CONTAINS', label: 'anywhere in the text' },
  { value: 'EXACT', label: 'the whole comment' },
];

/** A plan without sequences offers none. */
const sequences = (): Promise<readonly Option[]> =>
  answered(api.GET('/v1/sequences', { params: { query: { limit: 100 } } })).then(
    ({ sequences: all }) => all.map(({ id, name }) => ({ value: id, label: name })),
    () => [],
  );

const look = async (id: string | undefined) => {
  const [accounts, known, automation] = await Promise.all([
    optionsOfAccounts(),
    sequences(),
    id === undefined ? undefined : answered(api.GET('/v1/comment-automations/{id}', { params: { path: { id } } })),
  ]);
  return { accounts, sequences: known, automation: automation?.automation };
};

const create = async (
  body: Readonly<{
    name: string;
    keywords: string[];
    actions: Schemas['RequestedAutomationActions'];
    isActive: boolean;
  }>,
) =>
  (await answered(api.POST('/v1/comment-automations', { body: { accountId: null, postId: null, ...body } }))).automation
    .id;

const change = async (id: string, body: Values) =>
  (await answered(api.PATCH('/v1/comment-automations/{id}', { params: { path: { id } }, body }))).automation.id;

const firstOf = ({ name, accountId, postId, keywords, match, actions, isActive }: Schemas['CommentAutomation']) => ({
  name,
  accountId,
  postId,
  keywords,
  match,
  actions,
  isActive,
});

/** A new comment automation, or one to be changed, which can be tried on the comments that came already. */
export const AutomationEditor = ({ id }: { id?: string }) => {
  const { data, problem, again } = useAsked(`automation form/${id ?? ''}`, () => look(id));
  const { data: schemas, problem: unknown } = useServedSchemas();
  const send = async (request: Values): Promise<string> => {
    const stored = id === undefined ? create(request as NewAutomation) : change(id, request);
    const page = stored.then(async (automation) => {
      await answers.invalidateQueries({ queryKey: [`automation form/${automation}`] });
      return `#/automations/${automation}`;
    });
    await openingAfter(page);
    if (id !== undefined) await again();
    return 'saved';
  };
  return (
    <section aria-labelledby="automation">
      <p>
        <a href="#/automations">All automations</a>
      </p>
      <h2 id="automation">{data?.automation?.name ?? 'New automation'}</h2>
      <Problem text={problem ?? unknown} />
      {data === undefined || schemas === undefined ? (
        (problem ?? unknown) === undefined && <Waiting />
      ) : (
        <>
          <SchemaForm
            call="POST /v1/comment-automations"
            name="Automation"
            fields={fieldsOf(schemas.bodyOf('post', '/v1/comment-automations'), schemas.components)}
            first={data.automation === undefined ? { match: 'WORD' } : firstOf(data.automation)}
            options={{ accountId: data.accounts, match: matches, 'actions.sequenceId': data.sequences }}
            pickers={{ postId: PostPicker }}
            submit="Save the automation"
            send={send}
          />
          {id !== undefined && (
            <Allowed call="POST /v1/comment-automations/{id}/dry-run">
              <AutomationTrial id={id} />
            </Allowed>
          )}
        </>
      )}
    </section>
  );
};
