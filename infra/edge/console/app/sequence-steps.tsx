import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas, type ServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf, type Field } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { Act, Confirm, Problem } from './pieces.tsx';
import { usePaused } from './use-paused.ts';

type Sequence = Schemas['Sequence'];
type Step = Schemas['SequenceStep'];
type Changing = Readonly<{ sequence: Sequence; again(): Promise<void> }>;

const waitOf = (hours: number): string => {
  if (hours === 0) return 'at once';
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  const parts = [days > 0 && `${days} d`, rest > 0 && `${rest} h`];
  return `${parts.filter((part) => part !== false).join(' ')} later`;
};

const Preview = ({ messageTemplate }: { messageTemplate: string }) => {
  const template = usePaused(messageTemplate);
  const { data, problem } = useAsked(`message/${template}`, async () => ({
    preview:
      template === ''
        ? undefined
        : await answered(api.POST('/v1/contacts/preview-message', { body: { messageTemplate: template } })),
  }));
  return (
    <>
      <Problem text={problem} />
      {data?.preview !== undefined && (
        <>
          <h4>How it reads for Ada Lovelace</h4>
          <p class="text">{data.preview.text}</p>
        </>
      )}
    </>
  );
};

/** The place of a step is changed by the buttons that move it. */
const fieldsFor = (schemas: ServedSchemas): readonly Field[] =>
  fieldsOf(schemas.bodyOf('post', '/v1/sequences/{id}/steps'), schemas.components).filter(
    ({ name }) => name !== 'stepOrder',
  );

const templateOf = ({ messageTemplate }: Values): string =>
  typeof messageTemplate === 'string' ? messageTemplate : '';

const StepCard = ({
  sequence: { id, steps },
  step,
  schemas,
  again,
}: Changing & { step: Step; schemas: ServedSchemas }) => {
  const params = { path: { id, stepId: step.id } };
  const { stepOrder } = step;
  const change = async (body: Values): Promise<string> => {
    await answered(api.PATCH('/v1/sequences/{id}/steps/{stepId}', { params, body }));
    await again();
    return 'saved';
  };
  const remove = async (): Promise<string> => {
    await answered(api.DELETE('/v1/sequences/{id}/steps/{stepId}', { params }));
    await again();
    return 'removed';
  };
  const { delayHours, messageTemplate } = step;
  return (
    <li class="card">
      <h4>
        Step {stepOrder}, {waitOf(delayHours)}
      </h4>
      <p class="text">{messageTemplate}</p>
      <div class="actions">
        {stepOrder > 1 && (
          <Act
            call="PATCH /v1/sequences/{id}/steps/{stepId}"
            label="Earlier"
            describedAs={`Move step ${stepOrder} earlier`}
            act={() => change({ stepOrder: stepOrder - 1 })}
          />
        )}
        {stepOrder < steps.length && (
          <Act
            call="PATCH /v1/sequences/{id}/steps/{stepId}"
            label="Later"
            describedAs={`Move step ${stepOrder} later`}
            act={() => change({ stepOrder: stepOrder + 1 })}
          />
        )}
        <Confirm
          call="DELETE /v1/sequences/{id}/steps/{stepId}"
          label="Remove"
          describedAs={`Remove step ${stepOrder}`}
          question={`Remove step ${stepOrder}? Contacts who wait for it get the next one.`}
          act={remove}
        />
      </div>
      <Allowed call="PATCH /v1/sequences/{id}/steps/{stepId}">
        <details>
          <summary>Change step {stepOrder}</summary>
          <SchemaForm
            call="PATCH /v1/sequences/{id}/steps/{stepId}"
            name={`Step ${stepOrder}`}
            fields={fieldsFor(schemas)}
            first={{ delayHours, messageTemplate }}
            submit="Save the step"
            send={change}
          >
            {(values) => <Preview messageTemplate={templateOf(values)} />}
          </SchemaForm>
        </details>
      </Allowed>
    </li>
  );
};

/** The messages of a sequence in their order, each with the wait before it. */
export const SequenceSteps = ({ sequence, again }: Changing) => {
  const { data: schemas, problem } = useServedSchemas();
  const add = async (request: Values): Promise<string> => {
    const params = { path: { id: sequence.id } };
    // The service says what is missing, at the field.
    const body = {
      ...request,
      delayHours: Number(request['delayHours'] ?? Number.NaN),
      messageTemplate: templateOf(request),
    };
    await answered(api.POST('/v1/sequences/{id}/steps', { params, body }));
    await again();
    return 'added';
  };
  return (
    <section aria-labelledby="steps">
      <h3 id="steps">Steps</h3>
      <Problem text={problem} />
      {sequence.steps.length === 0 && <p class="empty">It has no steps yet, so it sends nothing.</p>}
      {schemas !== undefined && (
        <>
          <ol class="talk" aria-label="Steps in their order">
            {sequence.steps.map((step) => (
              <StepCard key={step.id} sequence={sequence} step={step} schemas={schemas} again={again} />
            ))}
          </ol>
          <Allowed call="POST /v1/sequences/{id}/steps">
            <div class="card">
              <h4>Add a step</h4>
              <SchemaForm
                call="POST /v1/sequences/{id}/steps"
                name="New step"
                fields={fieldsFor(schemas)}
                submit="Add the step"
                send={add}
              >
                {(values) => <Preview messageTemplate={templateOf(values)} />}
              </SchemaForm>
            </div>
          </Allowed>
        </>
      )}
    </section>
  );
};
