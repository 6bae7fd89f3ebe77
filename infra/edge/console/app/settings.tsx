import { answered, api, type Schemas } from './api.ts';
import { answers, useAsked } from './asked.ts';
import { optionsOfAccounts } from './account-options.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas, type ServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { whoIsHere } from './here.ts';
import { Problem, Waiting } from './pieces.tsx';

const look = async () => {
  const { workspace } = await whoIsHere();
  const params = { path: { id: workspace.id } };
  const [settings, notifications, accounts] = await Promise.all([
    answered(api.GET('/v1/workspaces/{id}', { params })),
    answered(api.GET('/v1/settings/notifications', {})),
    optionsOfAccounts(),
  ]);
  return { workspace: settings, notifications, accounts };
};

type Seen = Awaited<ReturnType<typeof look>>;
type Part = Readonly<{ seen: Seen; schemas: ServedSchemas; again(): Promise<void> }>;

/** Only operators of the service switch these. */
const ofOperators = new Set(['platformBetaTester']);

const WorkspaceForm = ({ seen: { workspace }, schemas, again }: Part) => {
  const fields = fieldsOf(schemas.bodyOf('patch', '/v1/workspaces/{id}'), schemas.components).map((field) =>
    field.shape.kind === 'record'
      ? { ...field, shape: { ...field.shape, fields: field.shape.fields.filter(({ name }) => !ofOperators.has(name)) } }
      : field,
  );
  const send = async (request: Values): Promise<string> => {
    const params = { path: { id: workspace.id } };
    await answered(api.PATCH('/v1/workspaces/{id}', { params, body: request }));
    // The name is in the frame of the page, too.
    await Promise.all([again(), answers.invalidateQueries({ queryKey: ['me'] })]);
    return 'saved';
  };
  const { name, slug, logo, settings } = workspace;
  return (
    <SchemaForm
      call="PATCH /v1/workspaces/{id}"
      name="Settings of the workspace"
      fields={fields}
      first={{ name, slug, logo, settings }}
      isWhole
      submit="Save the settings"
      send={send}
    />
  );
};

const NotificationForm = ({ seen: { notifications, accounts }, schemas, again }: Part) => {
  const fields = fieldsOf(schemas.bodyOf('put', '/v1/settings/notifications'), schemas.components);
  const send = async (request: Values): Promise<string> => {
    await answered(api.PUT('/v1/settings/notifications', { body: request as Schemas['NotificationPreferences'] }));
    await again();
    return 'saved';
  };
  return (
    <SchemaForm
      call="PUT /v1/settings/notifications"
      name="Mails to you"
      fields={fields}
      first={notifications.preferences}
      options={{ dormantWatchedAccountIds: accounts }}
      isWhole
      submit="Save the mails"
      send={send}
    />
  );
};

/** The settings of the workspace, and which mails the person who looks gets. */
export const Settings = () => {
  const { data, problem, again } = useAsked('settings', look);
  const { data: schemas, problem: unknown } = useServedSchemas();
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Problem text={problem ?? unknown} />
      {data === undefined || schemas === undefined ? (
        (problem ?? unknown) === undefined && <Waiting />
      ) : (
        <>
          <h3>The workspace</h3>
          <WorkspaceForm seen={data} schemas={schemas} again={again} />
          <h3>Mails to you</h3>
          <NotificationForm seen={data} schemas={schemas} again={again} />
        </>
      )}
    </section>
  );
};
