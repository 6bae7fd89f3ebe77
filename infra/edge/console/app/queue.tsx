import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { spokenIn, zone } from './moments.ts';
import { Act, Problem, Table, Waiting } from './pieces.tsx';
import { platformNames } from './platforms.ts';
import { titleOf } from './post-title.ts';
import { QueueSlots } from './queue-schedule.tsx';
import { queueNow, upcomingSlots, type Place } from './queue-slots.ts';

type Post = Schemas['Post'];
type Done = (said: string) => Promise<string>;

/** How many free slots are shown, and offered to move a post to. */
const freeShown = 12;

const change = (post: Post, scheduledFor: string | null) => {
  const params = { path: { id: post.id } };
  return answered(api.PATCH('/v1/posts/{id}', { params, body: { scheduledFor, version: post.updatedAt } }));
};

const Move = ({ post, free, done }: { post: Post; free: readonly Place[]; done: Done }) => {
  const [to, setTo] = useState('');
  const move = async (): Promise<string> => {
    await change(post, to);
    return done(`${titleOf(post)} goes out ${spokenIn(to, zone)}.`);
  };
  return (
    <>
      <select aria-label={`Move ${titleOf(post)} to`} value={to} onChange={(event) => setTo(event.currentTarget.value)}>
        <option value="">move to …</option>
        {free.map(({ at }) => (
          <option key={at} value={at}>
            {spokenIn(at, zone)}
          </option>
        ))}
      </select>{' '}
      {to !== '' && <Act call="PATCH /v1/posts/{id}" label="Move" describedAs={`Move ${titleOf(post)}`} act={move} />}
    </>
  );
};

const Row = ({
  place,
  timezone,
  free,
  done,
}: {
  place: Place;
  timezone: string;
  free: readonly Place[];
  done: Done;
}) => {
  const { at, post, isSlot } = place;
  const takeOut = async (of: Post): Promise<string> => {
    await change(of, null);
    return done(`${titleOf(of)} is a draft without a time.`);
  };
  return (
    <tr>
      <td>
        <time dateTime={at}>{spokenIn(at, zone)}</time>
        {timezone !== zone && (
          <p class="quiet">
            {spokenIn(at, timezone)} in {timezone}
          </p>
        )}
      </td>
      <td class="wide">
        {post === undefined ? <span class="quiet">free</span> : <a href={`#/posts/${post.id}`}>{titleOf(post)}</a>}
        {!isSlot && <p class="quiet">at a time of its own</p>}
      </td>
      <td>{post?.platforms.map(({ platform }) => platformNames[platform]).join(', ')}</td>
      <td>
        {post !== undefined && (
          <>
            <Allowed call="PATCH /v1/posts/{id}">
              <Move post={post} free={free} done={done} />
            </Allowed>{' '}
            <Act
              call="PATCH /v1/posts/{id}"
              label="Take out"
              describedAs={`Take out ${titleOf(post)}`}
              act={() => takeOut(post)}
            />
          </>
        )}
      </td>
    </tr>
  );
};

/** What goes out when: the slots to come, what is in them, and the times of the week that they come from. */
export const Queue = () => {
  const { data, problem, again } = useAsked('queue', queueNow, 10_000);
  const [said, setSaid] = useState<string>();
  const done: Done = async (text) => {
    setSaid(text);
    await again();
    return '';
  };
  const places = data === undefined ? [] : upcomingSlots(data, freeShown);
  return (
    <section aria-labelledby="queue">
      <div class="head">
        <h2 id="queue">Queue</h2>
        <Allowed call="POST /v1/posts">
          <a class="button first" href="#/compose">
            Write a post
          </a>
        </Allowed>
      </div>
      <Problem text={problem} />
      <p role="status">{said}</p>
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          {places.length === 0 ? (
            <p class="empty">The week has no slots yet, and no post waits.</p>
          ) : (
            <Table
              caption={`What goes out next, in ${zone}`}
              heads={['Time', 'Post', 'Platforms', 'Do']}
              rows={places.map((place) => (
                <Row
                  key={`${place.at} ${place.post?.id ?? ''}`}
                  place={place}
                  timezone={data.schedule.timezone}
                  free={places.filter(({ post }) => post === undefined)}
                  done={done}
                />
              ))}
            />
          )}
          <QueueSlots schedule={data.schedule} done={done} />
        </>
      )}
    </section>
  );
};
