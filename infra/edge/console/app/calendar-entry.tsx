import { useRefusals } from './allowed.tsx';
import type { Schemas } from './api.ts';
import { dayOf, daysOn, type Day } from './calendar-days.ts';
import { State } from './pieces.tsx';
import { platformNames } from './platforms.ts';
import { titleOf } from './post-title.ts';
import { WorkspaceTime } from './workspace-zone.tsx';

type Post = Schemas['Post'];

export const timeOf = ({ publishedAt, scheduledFor, createdAt }: Post): string =>
  publishedAt ?? scheduledFor ?? createdAt;

/** Only what waits for its time can be moved. */
export const canMove = ({ status }: Post): boolean => status === 'scheduled';

/** The id of the link of a post, which keeps the focus as the post moves. */
export const entryId = (postId: string): string => `entry-${postId}`;

/** How many days on each key moves a post, with the shift key: across the week, and down to the next one. */
const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const shortcuts = 'Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown';

/** A post in the calendar. One that waits is moved by dragging it, by the arrow keys with shift, or by its date. */
export const Entry = ({ post, move }: { post: Post; move(day: Day): void }) => {
  const at = new Date(timeOf(post));
  const refused = useRefusals();
  const isMovable = canMove(post) && refused('PATCH /v1/posts/{id}') === undefined;
  const pressed = (event: KeyboardEvent): void => {
    const days = keys[event.key];
    if (!isMovable || !event.shiftKey || days === undefined) return;
    event.preventDefault();
    move(daysOn(dayOf(at), days));
  };
  return (
    <div
      class="entry"
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer?.setData('text/plain', post.id)}
    >
      <a
        id={entryId(post.id)}
        href={`#/posts/${post.id}`}
        aria-keyshortcuts={isMovable ? shortcuts : undefined}
        onKeyDown={pressed}
      >
        {at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })} {titleOf(post)}
      </a>
      <WorkspaceTime at={timeOf(post)} />
      <div>
        <State of={post.status} />{' '}
        <small class="quiet">{post.platforms.map(({ platform }) => platformNames[platform]).join(', ')}</small>
      </div>
      {isMovable && (
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
