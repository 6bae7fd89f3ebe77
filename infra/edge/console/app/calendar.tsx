import { messageOf } from './message-of.ts';
import { useState } from 'preact/hooks';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import {
  dayOf,
  monthOf,
  monthsOn,
  movedTo,
  spanOf,
  titleOfDay,
  titleOfMonth,
  weekdayOf,
  weeksOf,
  type Day,
} from './calendar-days.ts';
import { Problem, State, Waiting } from './pieces.tsx';
import { platformNames } from './platforms.ts';
import { titleOf } from './post-title.ts';
import { WorkspaceTime } from './workspace-zone.tsx';

type Post = Schemas['Post'];

/** The most posts of a month that are drawn. */
const mostPosts = 1000;

const timeOf = ({ publishedAt, scheduledFor, createdAt }: Post): string => publishedAt ?? scheduledFor ?? createdAt;

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

/** Only what waits for its time can be moved. */
const canMove = ({ status }: Post): boolean => status === 'scheduled';

const Entry = ({ post, move }: { post: Post; move(day: Day): void }) => {
  const at = new Date(timeOf(post));
  return (
    <div
      class="entry"
      draggable={canMove(post)}
      onDragStart={(event) => event.dataTransfer?.setData('text/plain', post.id)}
    >
      <a href={`#/posts/${post.id}`}>
        {at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })} {titleOf(post)}
      </a>
      <WorkspaceTime at={timeOf(post)} />
      <div>
        <State of={post.status} />{' '}
        <small class="quiet">{post.platforms.map(({ platform }) => platformNames[platform]).join(', ')}</small>
      </div>
      {canMove(post) && (
        <input
          type="date"
          aria-label={`Day of ${titleOf(post)}`}
          value={dayOf(at)}
          onChange={({ currentTarget: { value } }) => value !== '' && move(value)}
        />
      )}
    </div>
  );
};

/** The posts of a month by day. A scheduled one is moved by dragging it, or by its date. */
export const Calendar = () => {
  const [month, setMonth] = useState(monthOf(dayOf(new Date())));
  const [refusal, setRefusal] = useState<string>();
  const [said, setSaid] = useState<string>();
  const weeks = weeksOf(month);
  const { from, to } = spanOf(weeks);
  const { data, problem, again } = useAsked(`calendar/${from}`, () => postsBetween(from, to), 10_000);
  const days = byDay(data ?? []);
  const move = async (id: string, day: Day): Promise<void> => {
    const post = data?.find((each) => each.id === id);
    if (post?.scheduledFor === undefined || post.scheduledFor === null || !canMove(post)) return;
    const params = { path: { id } };
    const body = { scheduledFor: movedTo(post.scheduledFor, day), version: post.updatedAt };
    await answered(api.PATCH('/v1/posts/{id}', { params, body })).then(
      () => (setRefusal(undefined), setSaid(`${titleOf(post)} goes out on ${titleOfDay(day)}.`)),
      (fault: unknown) => setRefusal(messageOf(fault)),
    );
    await again();
  };
  return (
    <section aria-labelledby="calendar">
      <div class="head">
        <h2 id="calendar">Calendar</h2>
        <a class="button first" href="#/compose">
          Write a post
        </a>
      </div>
      <nav class="pages" aria-label="Months">
        <button type="button" onClick={() => setMonth(monthsOn(month, -1))}>
          Month before
        </button>
        <strong aria-live="polite">{titleOfMonth(month)}</strong>
        <button type="button" onClick={() => setMonth(monthsOn(month, 1))}>
          Month after
        </button>
      </nav>
      <Problem text={problem ?? refusal} />
      <p role="status" class="quiet">
        {said}
      </p>
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <ol class="month" aria-label={titleOfMonth(month)}>
          {weeks.flat().map((day) => (
            <li
              key={day}
              class={[
                monthOf(day) === month ? '' : 'other',
                day === dayOf(new Date()) ? 'today' : '',
                days.has(day) ? '' : 'bare',
              ].join(' ')}
              aria-label={titleOfDay(day)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                void move(event.dataTransfer?.getData('text/plain') ?? '', day);
              }}
            >
              <p class="date">
                {weekdayOf(day)} <span class="number">{Number(day.slice(8))}</span>
              </p>
              {days.get(day)?.map((post) => (
                <Entry key={post.id} post={post} move={(to) => void move(post.id, to)} />
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
