import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { useView, type Step } from './address.ts';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { dayOf, monthOf, movedTo, spanOf, titleOfDay, weekdayOf, type Day } from './calendar-days.ts';
import { canMove, Entry, entryId, timeOf } from './calendar-entry.tsx';
import { CalendarFilters } from './calendar-filters.tsx';
import {
  fits,
  isFiltered,
  queryOf,
  stepped,
  titleOf as titleOfView,
  today,
  viewOf,
  weeksShown,
  type CalendarView,
} from './calendar-view.ts';
import { FilterChips } from './filter-chips.tsx';
import { messageOf } from './message-of.ts';
import { Problem, Waiting } from './pieces.tsx';
import { titleOf } from './post-title.ts';

type Post = Schemas['Post'];

/** The most posts of a month that are drawn. */
const mostPosts = 1000;

const postsBetween = async (from: string, to: string): Promise<readonly Post[]> => {
  const posts: Post[] = [];
  let cursor: string | undefined;
  do {
    const query = { from, to, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const page = await answered(api.GET('/v1/posts', { params: { query } }));
    posts.push(...page.posts.filter(({ publishedAt, scheduledFor }) => (publishedAt ?? scheduledFor) !== null));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && posts.length < mostPosts);
  return posts;
};

const byDay = (posts: readonly Post[]): ReadonlyMap<Day, readonly Post[]> => {
  const days = new Map<Day, Post[]>();
  for (const post of posts.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)))) {
    const day = dayOf(new Date(timeOf(post)));
    days.set(day, [...(days.get(day) ?? []), post]);
  }
  return days;
};

const Days = ({
  view,
  posts,
  move,
}: {
  view: CalendarView;
  posts: readonly Post[];
  move(id: string, day: Day): Promise<void>;
}) => {
  const days = byDay(posts);
  const isOther = (day: Day): boolean => view.kind !== 'week' && monthOf(day) !== monthOf(view.day);
  // A list is of the month alone; a grid is of whole weeks.
  const shown = weeksShown(view)
    .flat()
    .filter((day) => view.kind !== 'list' || (days.has(day) && !isOther(day)));
  return (
    <ol class={`days ${view.kind}`} aria-label={titleOfView(view)}>
      {shown.map((day) => (
        <li
          key={day}
          class={[isOther(day) ? 'other' : '', day === today() ? 'today' : '', days.has(day) ? '' : 'bare'].join(' ')}
          aria-label={titleOfDay(day)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void move(event.dataTransfer?.getData('text/plain') ?? '', day);
          }}
        >
          <p class="date">
            {view.kind === 'list' ? titleOfDay(day) : weekdayOf(day)}{' '}
            {view.kind !== 'list' && <span class="number">{Number(day.slice(8))}</span>}
          </p>
          {days.get(day)?.map((post) => (
            <Entry key={post.id} post={post} move={(to) => void move(post.id, to)} />
          ))}
        </li>
      ))}
    </ol>
  );
};

const looks = [
  ['Month', { kind: 'month' }],
  ['Week', { kind: 'week' }],
  ['List', { kind: 'list' }],
] as const;

const Tools = ({ view, show }: { view: CalendarView; show(view: CalendarView, step?: Step): void }) => {
  const span = view.kind === 'week' ? 'Week' : 'Month';
  return (
    <>
      <div class="actions">
        <FilterChips
          name="How to look at it"
          filters={looks}
          chosen={looks.find(([, { kind }]) => kind === view.kind) ?? looks[0]}
          choose={([, { kind }]) => show({ ...view, kind })}
        />
      </div>
      <CalendarFilters filter={view.filter} show={(filter, step) => show({ ...view, filter }, step)} />
      <nav class="pages" aria-label={`${span}s`}>
        <button type="button" onClick={() => show(stepped(view, -1))}>
          {span} before
        </button>
        <strong aria-live="polite">{titleOfView(view)}</strong>
        <button type="button" onClick={() => show(stepped(view, 1))}>
          {span} after
        </button>
        <button type="button" onClick={() => show({ ...view, day: today() })}>
          Today
        </button>
      </nav>
    </>
  );
};

/** The posts of a month or a week by day, as a grid or a list. How it is looked at is in the address. */
export const Calendar = () => {
  const [query, setQuery] = useView();
  const view = viewOf(query, today());
  const [refusal, setRefusal] = useState<string>();
  const [said, setSaid] = useState<string>();
  const { from, to } = spanOf(weeksShown(view));
  const { data, problem, again } = useAsked(`calendar/${from}/${to}`, () => postsBetween(from, to), 10_000);
  const posts = data?.filter((post) => fits(post, view.filter));
  const moved = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    // The post that the keyboard moved is drawn in another day, where the keyboard goes on with it.
    if (moved.current !== undefined) document.getElementById(entryId(moved.current))?.focus();
    moved.current = undefined;
  }, [data]);
  const move = async (id: string, day: Day): Promise<void> => {
    const post = data?.find((each) => each.id === id);
    if (post?.scheduledFor === undefined || post.scheduledFor === null || !canMove(post)) return;
    const isFocused = document.activeElement?.id === entryId(id);
    const params = { path: { id } };
    const body = { scheduledFor: movedTo(post.scheduledFor, day), version: post.updatedAt };
    await answered(api.PATCH('/v1/posts/{id}', { params, body })).then(
      () => (setRefusal(undefined), setSaid(`${titleOf(post)} goes out on ${titleOfDay(day)}.`)),
      (fault: unknown) => setRefusal(messageOf(fault)),
    );
    if (isFocused) moved.current = id;
    await again();
  };
  return (
    <section aria-labelledby="calendar">
      <div class="head">
        <h2 id="calendar">Calendar</h2>
        <Allowed call="POST /v1/posts">
          <a class="button first" href="#/compose">
            Write a post
          </a>
        </Allowed>
      </div>
      <Tools view={view} show={(next, step) => setQuery(queryOf(next), step)} />
      <Problem text={problem ?? refusal} />
      <p role="status" class="quiet">
        {said}
      </p>
      {posts?.some(canMove) && (
        <p class="quiet">A scheduled post moves by dragging it, or by Shift with an arrow key.</p>
      )}
      {posts === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {posts.length === 0 && (
            <p class="empty">
              {isFiltered(view.filter)
                ? 'No post is like that.'
                : `No post goes out in this ${view.kind === 'week' ? 'week' : 'month'}.`}
            </p>
          )}
          <Days view={view} posts={posts} move={move} />
        </>
      )}
    </section>
  );
};
