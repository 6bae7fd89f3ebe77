import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { wordsOf } from './forms/words.ts';
import { Act, Moment, PageButtons, Problem, State, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';
import { usePaused } from './use-paused.ts';

type Enrollment = Schemas['SequenceEnrollment'];

const limit = 25;

const statuses = [
  ['', 'all'],
  ['ACTIVE', 'in it'],
  ['COMPLETED', 'through it'],
  ['EXITED', 'left'],
  ['FAILED', 'failed'],
] as const;

const reasons: Readonly<Record<string, string>> = {
  MANUAL: 'taken out by hand',
  REPLY: 'replied',
  SUPPRESSED: 'answered STOP, or is suppressed',
  CONTACT_DELETED: 'the contact is deleted',
};

const waits = {
  SEQUENCE: 'waits until the sequence is active',
  PLAN: 'waits until the plan has sequences',
} as const;

const nextOf = ({ exitReason, waitingFor, nextRunAt }: Enrollment) => {
  if (exitReason !== null) return reasons[exitReason] ?? wordsOf(exitReason);
  if (waitingFor !== null) return waits[waitingFor];
  return nextRunAt === null ? '' : <Moment at={nextRunAt} />;
};

const nameOf = ({ contact, contactId }: Enrollment): string =>
  contact?.displayName ?? contact?.username ?? (contact === null ? 'a deleted contact' : contactId);

type Part = Readonly<{ sequenceId: string; again(): Promise<void> }>;

/** Finds contacts by a word of their name, and enrols one. */
const Enrol = ({ sequenceId, again }: Part) => {
  const [search, setSearch] = useState('');
  const wanted = usePaused(search.trim());
  const { data, problem } = useAsked(`enrol/${wanted}`, async () =>
    wanted === ''
      ? []
      : (await answered(api.GET('/v1/contacts', { params: { query: { search: wanted, limit: 5 } } }))).contacts,
  );
  const enrol = (contactId: string, platform: string) => async (): Promise<string> => {
    const params = { path: { id: sequenceId } };
    await answered(api.POST('/v1/sequences/{id}/enrollments', { params, body: { contactId, platform } }));
    await again();
    return 'enrolled';
  };
  return (
    <div class="card" role="search" aria-label="Enrol a contact">
      <label>
        Enrol a contact by name{' '}
        <input
          type="search"
          value={search}
          maxLength={255}
          onInput={({ currentTarget: { value } }) => setSearch(value)}
        />
      </label>
      <Problem text={problem} />
      <div aria-live="polite">
        {wanted !== '' && data?.length === 0 && <p class="quiet">No contact has this name.</p>}
        <ul class="talk">
          {data?.map(({ id, displayName, username, platformId, platform, isSuppressed }) => (
            <li key={id} class="actions">
              {displayName ?? username ?? platformId} <span class="quiet">{platformName(platform)}</span>
              {isSuppressed ? (
                <span class="quiet">gets no messages</span>
              ) : (
                <Act
                  call="POST /v1/sequences/{id}/enrollments"
                  label="Enrol"
                  describedAs={`Enrol ${displayName ?? platformId}`}
                  act={enrol(id, platform)}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};

/** The contacts in a sequence: how far each one is, what comes next, and why one left. */
export const SequencePeople = ({
  sequenceId,
  steps,
  stats,
  again,
}: Part & { steps: number; stats: Readonly<Record<string, number>> }) => {
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<(typeof statuses)[number][0]>('');
  const path = { id: sequenceId };
  const enrollments = useAsked(
    `enrollments/${sequenceId}/${status}/${page}`,
    () => {
      const query = { page, limit, ...(status === '' ? {} : { status }) };
      return answered(api.GET('/v1/sequences/{id}/enrollments', { params: { path, query } }));
    },
    5000,
  );
  const both = async (): Promise<void> => {
    await Promise.all([enrollments.again(), again()]);
  };
  const takeOut = (enrollId: string) => async (): Promise<string> => {
    const params = { path: { id: sequenceId, enrollId } };
    await answered(api.DELETE('/v1/sequences/{id}/enrollments/{enrollId}', { params }));
    await both();
    return 'taken out';
  };
  const { data, problem } = enrollments;
  return (
    <section aria-labelledby="people">
      <h3 id="people">Who is in it</h3>
      <Allowed call="POST /v1/sequences/{id}/enrollments">
        <Enrol sequenceId={sequenceId} again={both} />
      </Allowed>
      <p class="tabs" role="group" aria-label="Which contacts to show">
        {statuses.map(([each, label]) => (
          <button key={each} type="button" aria-pressed={each === status} onClick={() => (setPage(1), setStatus(each))}>
            {label} {each !== '' && (stats[each] ?? 0)}
          </button>
        ))}
      </p>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.enrollments.length === 0 ? (
        <p class="empty">There is no such contact.</p>
      ) : (
        <Table
          caption="Contacts, the last enrolled first"
          heads={['Contact', 'State', 'Steps', 'Next', 'Enrolled', 'Do']}
          rows={data.enrollments.map((enrollment) => (
            <tr key={enrollment.id}>
              <td class="wide">
                {enrollment.contact === null ? (
                  nameOf(enrollment)
                ) : (
                  <a href={`#/contacts/${enrollment.contactId}`}>{nameOf(enrollment)}</a>
                )}{' '}
                <span class="quiet">{platformName(enrollment.platform)}</span>
              </td>
              <td>
                <State of={enrollment.status} />
              </td>
              <td>
                {enrollment.currentStep} of {steps}
              </td>
              <td>{nextOf(enrollment)}</td>
              <td>
                <Moment at={enrollment.enrolledAt} />
              </td>
              <td>
                {enrollment.status === 'ACTIVE' && (
                  <Act
                    call="DELETE /v1/sequences/{id}/enrollments/{enrollId}"
                    label="Take out"
                    describedAs={`Take out ${nameOf(enrollment)}`}
                    act={takeOut(enrollment.id)}
                  />
                )}
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of contacts" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};
