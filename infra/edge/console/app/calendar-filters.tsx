import { connectedAccounts } from './account-options.ts';
import type { Step } from './address.ts';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { filterFields, isFiltered, type CalendarFilter } from './calendar-view.ts';
import { whoIsHere } from './here.ts';
import { platformName } from './platforms.ts';
import { statuses } from './post-states.ts';

type Option = readonly [value: string, label: string];

const wordsOf = (status: string): string => status.replaceAll('_', ' ');

/** The states that a post with a time can have. */
const states: readonly Option[] = statuses.flatMap((status) =>
  status === 'draft' || status === 'cancelled' ? [] : [[status, wordsOf(status)]],
);

/** The people who write posts here. The workspace has more only on further pages, which a choice could not show. */
const peopleHere = async (): Promise<readonly Option[]> => {
  const { workspace } = await whoIsHere();
  const params = { path: { id: workspace.id }, query: { limit: 100 } };
  const { data } = await answered(api.GET('/v1/workspaces/{id}/members', { params }));
  return data.map(({ userId, name, email }) => [userId, name ?? email ?? userId]);
};

const accountsHere = async (): Promise<readonly Option[]> =>
  (await connectedAccounts()).map(({ id, platform, displayName }) => [id, `${platformName(platform)} ${displayName}`]);

const personasHere = async (): Promise<readonly Option[]> =>
  (await answered(api.GET('/v1/calendar/personas', {}))).data.map(({ id, displayName }) => [id, displayName]);

/** A choice of one value. A value that the address names is offered even while its name is not known. */
const Choice = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  choose(value: string): void;
}) => {
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">all</option>
        {(isKnown ? options : [...options, [value, value] as const]).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};

const nothing: CalendarFilter = { account: '', status: '', persona: '', person: '', text: '' };

/** Which posts the calendar shows: of an account, a state, a persona, a person, and with a text. */
export const CalendarFilters = ({
  filter,
  show,
}: {
  filter: CalendarFilter;
  show(filter: CalendarFilter, step?: Step): void;
}) => {
  const { data: accounts } = useAsked('accounts of the calendar', accountsHere);
  const { data: people } = useAsked('people of the calendar', peopleHere);
  const { data: personas } = useAsked('personas of the calendar', personasHere);
  const choose = (field: (typeof filterFields)[number]) => (value: string) => show({ ...filter, [field]: value });
  return (
    <form class="filters" aria-label="Filter of the calendar" onSubmit={(event) => event.preventDefault()}>
      <label>
        Search{' '}
        <input
          type="search"
          value={filter.text}
          onInput={({ currentTarget: { value } }) => show({ ...filter, text: value }, { isTyped: true })}
        />
      </label>
      <Choice label="Account" value={filter.account} options={accounts ?? []} choose={choose('account')} />
      <Choice label="Status" value={filter.status} options={states} choose={choose('status')} />
      <Choice label="Written by" value={filter.person} options={people ?? []} choose={choose('person')} />
      {(filter.persona !== '' || (personas ?? []).length > 0) && (
        <Choice label="Persona" value={filter.persona} options={personas ?? []} choose={choose('persona')} />
      )}
      {isFiltered(filter) && (
        <button type="button" onClick={() => show(nothing)}>
          Show all
        </button>
      )}
    </form>
  );
};
