import {
  dayOf,
  daysOn,
  monthOf,
  monthsOn,
  titleOfMonth,
  titleOfWeek,
  weekOf,
  weeksOf,
  type Day,
} from './calendar-days.ts';
import type { components } from '@social-publishing/client/schema';

type Post = Pick<
  components['schemas']['Post'],
  'accountIds' | 'content' | 'createdById' | 'personaId' | 'platformOverrides' | 'status' | 'threadItems'
>;

const kinds = ['month', 'week', 'list'] as const;
type Kind = (typeof kinds)[number];

/** What a calendar leaves out: each field that is not empty names what the posts have in common. */
export const filterFields = ['account', 'status', 'persona', 'person', 'text'] as const;
export type CalendarFilter = Readonly<Record<(typeof filterFields)[number], string>>;

/** How the calendar is looked at. The list is that of a month. */
export type CalendarView = Readonly<{ kind: Kind; day: Day; filter: CalendarFilter }>;

const kindOf = (text: string): Kind => kinds.find((kind) => kind === text) ?? 'month';
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The view that an address names. What it does not name, or names wrongly, is as at first: the month of today. */
export const viewOf = (query: URLSearchParams, today: Day): CalendarView => {
  const [kind, day] = [query.get('view') ?? '', query.get('day') ?? ''];
  const of = (name: keyof CalendarFilter): string => query.get(name) ?? '';
  return {
    kind: kindOf(kind),
    day: isDay(day) ? day : today,
    filter: {
      account: of('account'),
      status: of('status'),
      persona: of('persona'),
      person: of('person'),
      text: of('text'),
    },
  };
};

export const queryOf = ({ kind, day, filter }: CalendarView): URLSearchParams => {
  const query = new URLSearchParams({ view: kind, day });
  for (const field of filterFields) if (filter[field] !== '') query.set(field, filter[field]);
  return query;
};

/** The weeks that are drawn. */
export const weeksShown = ({ kind, day }: CalendarView): readonly (readonly Day[])[] =>
  kind === 'week' ? [weekOf(day)] : weeksOf(monthOf(day));

/** The same view, one week or month on. */
export const stepped = (view: CalendarView, count: 1 | -1): CalendarView => ({
  ...view,
  day: view.kind === 'week' ? daysOn(view.day, 7 * count) : `${monthsOn(monthOf(view.day), count)}-01`,
});

export const titleOf = ({ kind, day }: CalendarView): string =>
  kind === 'week' ? titleOfWeek(weekOf(day)) : titleOfMonth(monthOf(day));

const textsOf = ({ content, threadItems, platformOverrides }: Post): readonly string[] => [
  content,
  ...(threadItems ?? []).map((item) => item.content),
  ...Object.values(platformOverrides ?? {}).map((override) => override.content),
];

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** Whether a post has all that the filter names. A text fits in any casing, in each text of the post. */
export const fits = (post: Post, { account, status, persona, person, text }: CalendarFilter): boolean =>
  (account === '' || post.accountIds.includes(account)) &&
  (status === '' || post.status === status) &&
  (persona === '' || post.personaId === persona) &&
  (person === '' || post.createdById === person) &&
  (text.trim() === '' || textsOf(post).some((each) => plain(each).includes(plain(text.trim()))));

export const isFiltered = (filter: CalendarFilter): boolean =>
  filterFields.some((field) => filter[field].trim() !== '');

export const today = (): Day => dayOf(new Date());
