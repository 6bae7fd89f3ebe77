import { answered, api, type Schemas } from './api.ts';
import type { Option } from './forms/form-context.ts';
import { SchemaForm } from './forms/schema-form.tsx';
import { useServedSchemas } from './forms/served-schemas.ts';
import { fieldsOf } from './forms/shape.ts';
import type { Values } from './forms/values.ts';
import { Problem } from './pieces.tsx';

type Schedule = Schemas['QueueScheduleOutput'];

const weekdays: readonly Option[] = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
  value: day,
  // The first day of 2023 was a Sunday.
  label: new Date(2023, 0, 1 + day).toLocaleDateString(undefined, { weekday: 'long' }),
}));

const zonesWith = (timezone: string): readonly Option[] =>
  [...new Set([timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value }));

/** The times of the week at which the queue sends posts. */
export const QueueSlots = ({ schedule, done }: { schedule: Schedule; done(said: string): Promise<string> }) => {
  const { data: schemas, problem } = useServedSchemas();
  const save = async (request: Values): Promise<string> => {
    await answered(api.PUT('/v1/queues', { body: request as Schemas['QueueSchedule'] }));
    return done('The times of the week are saved. Posts that wait keep theirs.');
  };
  return (
    <section aria-labelledby="slots">
      <h3 id="slots">Times of the week</h3>
      <Problem text={problem} />
      {schemas !== undefined && (
        <SchemaForm
          call="PUT /v1/queues"
          name="Times of the week"
          fields={fieldsOf(schemas.bodyOf('put', '/v1/queues'), schemas.components)}
          first={schedule}
          options={{ timezone: zonesWith(schedule.timezone), 'slots.*.day': weekdays }}
          isWhole
          submit="Save the times"
          send={save}
        />
      )}
    </section>
  );
};
