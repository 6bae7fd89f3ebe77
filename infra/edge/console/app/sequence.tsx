import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { openingAfter } from './opening.ts';
import { Act, Confirm, Problem, State, Waiting } from './pieces.tsx';
import { SequencePeople } from './sequence-people.tsx';
import { enrolsBySentence, matchesNow, matchSentence, rulesOf } from './sequence-rules.ts';
import { SequenceSteps } from './sequence-steps.tsx';

type Sequence = Schemas['Sequence'];

const Reach = ({ sequence: { id, enrollmentRules, exitOnReply } }: { sequence: Sequence }) => {
  const rules = rulesOf(enrollmentRules);
  const { data, problem } = useAsked(`sequence reach/${id}`, () => matchesNow(rules));
  return (
    <div class="card" role="group" aria-label="Who gets it">
      <h3>Who gets it</h3>
      <Problem text={problem} />
      <p>{enrolsBySentence(rules)}</p>
      {rules.tags.length > 0 && data !== undefined && <p>{matchSentence(data)}</p>}
      <p>
        {exitOnReply ? 'A contact who replies leaves the sequence.' : 'A contact who replies stays in the sequence.'} A
        contact who answers STOP leaves it too, and gets no message of any sequence or broadcast until a person lifts
        it.
      </p>
    </div>
  );
};

/** A sequence: who enters it, its steps, and how far each contact is. */
export const Sequence = ({ id }: { id: string }) => {
  const params = { path: { id } };
  const { data, problem, again } = useAsked(
    `sequence/${id}`,
    () => answered(api.GET('/v1/sequences/{id}', { params })),
    5000,
  );
  const { data: schemas, problem: unknown } = useServedSchemas();
  // The form comes with the rest, so that nothing moves under the hand of the reader.
  const isWhole = schemas !== undefined || unknown !== undefined;
  const change = async (body: Values): Promise<string> => {
    await answered(api.PATCH('/v1/sequences/{id}', { params, body }));
    await again();
    return 'saved';
  };
  const archive = async (): Promise<string> => {
    await openingAfter(answered(api.DELETE('/v1/sequences/{id}', { params })).then(() => '#/sequences'));
    return 'archived';
  };
  const sequence = data?.sequence;
  return (
    <section aria-labelledby="sequence">
      <p>
        <a href="#/sequences">All sequences</a>
      </p>
      <div class="head">
        <h2 id="sequence">{sequence?.name ?? 'Sequence'}</h2>
        {sequence !== undefined && <State of={sequence.status} />}
      </div>
      <Problem text={problem} />
      {data === undefined || sequence === undefined || !isWhole ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p class="actions">
            {sequence.status === 'ACTIVE' ? (
              <Act call="PATCH /v1/sequences/{id}" label="Pause" act={() => change({ status: 'PAUSED' })} />
            ) : (
              <Act
                call="PATCH /v1/sequences/{id}"
                label={sequence.status === 'PAUSED' ? 'Go on' : 'Start'}
                act={() => change({ status: 'ACTIVE' })}
                isFirst
              />
            )}
            {sequence.status !== 'ARCHIVED' && (
              <Confirm
                call="DELETE /v1/sequences/{id}"
                label="Archive"
                question="Archive the sequence? It leaves the list, sends nothing and takes no contacts."
                act={archive}
              />
            )}
          </p>
          <Allowed call="POST /v1/broadcasts/preview-count">
            <Reach sequence={sequence} />
          </Allowed>
          {schemas !== undefined && (
            <Allowed call="PATCH /v1/sequences/{id}">
              <details class="card">
                <summary>Change the name, and what a reply does</summary>
                <SchemaForm
                  call="PATCH /v1/sequences/{id}"
                  name="Sequence"
                  fields={fieldsOf(schemas.bodyOf('patch', '/v1/sequences/{id}'), schemas.components).filter(
                    ({ name }) => name !== 'status',
                  )}
                  first={{ name: sequence.name, exitOnReply: sequence.exitOnReply }}
                  isWhole
                  submit="Save the sequence"
                  send={change}
                />
              </details>
            </Allowed>
          )}
          <SequenceSteps sequence={sequence} again={again} />
          <SequencePeople sequenceId={id} steps={sequence.steps.length} stats={data.enrollmentStats} again={again} />
        </>
      )}
    </section>
  );
};
