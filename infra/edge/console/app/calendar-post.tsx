import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Held } from './held.tsx';
import { Act, Moment, Problem, State, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

/** A post of the calendar. Who may decide about one that waits, the service says. */
export const CalendarPost = ({ id }: { id: string }) => {
  const [notes, setNotes] = useState('');
  const params = { path: { id } };
  const { data, problem, again } = useAsked(
    `calendar-posts/${id}`,
    () => answered(api.GET('/v1/calendar/posts/{id}', { params })),
    5000,
  );
  const body = notes.trim() === '' ? {} : { notes: notes.trim() };
  const decide = (ask: () => Promise<unknown>) => async (): Promise<string> => {
    await ask();
    await again();
    return '';
  };
  const approve = decide(() => answered(api.POST('/v1/calendar/posts/{id}/approve', { params, body })));
  const reject = decide(() => answered(api.POST('/v1/calendar/posts/{id}/reject', { params, body })));
  const post = data?.data;
  return (
    <section aria-labelledby="calendar-post">
      <h2 id="calendar-post">Post of the calendar</h2>
      <Problem text={problem} />
      {post === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <article class="card">
          <p>
            <State of={post.status} /> on {platformName(post.platform)},{' '}
            {post.scheduledAt === null ? 'without a time' : <Moment at={post.scheduledAt} />}
          </p>
          <p class="text">{post.content}</p>
          {post.decisionNotes !== null && <p>Notes: {post.decisionNotes}</p>}
          {post.postId !== null && (
            <p>
              <a href={`#/posts/${post.postId}`}>The post that it became</a>
            </p>
          )}
          {post.status === 'PENDING_APPROVAL' && (
            <Allowed call="POST /v1/calendar/posts/{id}/approve">
              <div class="decide">
                <Held
                  fields={
                    <label>
                      Notes{' '}
                      <input
                        value={notes}
                        maxLength={1000}
                        onInput={({ currentTarget: { value } }) => setNotes(value)}
                      />
                    </label>
                  }
                >
                  <Act call="POST /v1/calendar/posts/{id}/approve" label="Approve" act={approve} />{' '}
                  <Act call="POST /v1/calendar/posts/{id}/reject" label="Reject" act={reject} />
                </Held>
              </div>
            </Allowed>
          )}
        </article>
      )}
    </section>
  );
};
