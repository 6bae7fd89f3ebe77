import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { messagePlatforms } from './account-options.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import { isValues, type Values } from './forms/values.ts';
import { openingAfter } from './opening.ts';
import { Problem, Waiting } from './pieces.tsx';
import { enrolsBySentence, matchesNow, matchSentence, rulesOf } from './sequence-rules.ts';
import { usePaused } from './use-paused.ts';

const Reach = ({ values }: { values: Values }) => {
  const rules = rulesOf(isValues(values['enrollmentRules']) ? values['enrollmentRules'] : {});
  const seen = usePaused(rules);
  const reach = useAsked(`sequence reach/${JSON.stringify(seen)}`, () => matchesNow(seen));
  return (
    <aside class="card" aria-label="Who gets it">
      <h3>Who gets it</h3>
      <Problem text={reach.problem} />
      <p>{enrolsBySentence(rules)}</p>
      {rules.tags.length > 0 && (
        <p aria-live="polite">
          {reach.data === undefined
            ? 'Counting …'
            : `${matchSentence(reach.data)} Who matches already is enrolled by hand, because the rule looks at changes.`}
        </p>
      )}
      <p class="quiet">
        A contact who answers STOP leaves the sequence, and gets no message of any sequence or broadcast until a person
        lifts it.
      </p>
    </aside>
  );
};

const create = async (request: Values): Promise<string> => {
  const body = { ...request, name: String(request['name'] ?? '') };
  return (await answered(api.POST('/v1/sequences', { body }))).id;
};

/** A new sequence. It is a draft until its steps are written. */
export const SequenceEditor = () => {
  const { data: schemas, problem } = useServedSchemas();
  const send = async (request: Values): Promise<string> => {
    await openingAfter(create(request).then((id) => `#/sequences/${id}`));
    return 'saved';
  };
  return (
    <section aria-labelledby="sequence-editor">
      <p>
        <a href="#/sequences">All sequences</a>
      </p>
      <h2 id="sequence-editor">New sequence</h2>
      <Problem text={problem} />
      {schemas === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <SchemaForm
          call="POST /v1/sequences"
          name="Sequence"
          fields={fieldsOf(schemas.bodyOf('post', '/v1/sequences'), schemas.components)}
          options={{ 'enrollmentRules.platforms': messagePlatforms }}
          submit="Save, and write the steps"
          send={send}
        >
          {(values) => <Reach values={values} />}
        </SchemaForm>
      )}
    </section>
  );
};
