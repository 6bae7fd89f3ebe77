import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { FilterChips } from './filter-chips.tsx';
import { Act, Badge, Moment, PageButtons, Problem, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

const limit = 25;

const filters = [
  ['All', {}],
  ['Unread', { unreadOnly: true }],
  ['Hidden', { hiddenOnly: true }],
] as const;

/** Where others mentioned an account of the workspace, newest first. */
export const Mentions = () => {
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<(typeof filters)[number]>(filters[0]);
  const [kind, wanted] = filter;
  const { data, problem, again } = useAsked(
    `mentions/${kind}/${page}`,
    () => answered(api.GET('/v1/inbox/mentions', { params: { query: { page, limit, ...wanted } } })),
    5000,
  );
  const read = (id: string) => async (): Promise<string> => {
    await answered(api.PATCH('/v1/inbox/mentions/{id}/read', { params: { path: { id } } }));
    await again();
    return 'read';
  };
  const hide = (id: string) => async (): Promise<string> => {
    await answered(api.POST('/v1/inbox/mentions/{id}/hide', { params: { path: { id } } }));
    await again();
    return 'hidden';
  };
  const show = (id: string) => async (): Promise<string> => {
    await answered(api.DELETE('/v1/inbox/mentions/{id}/hide', { params: { path: { id } } }));
    await again();
    return 'shown';
  };
  return (
    <>
      <div class="actions">
        <FilterChips
          name="Which mentions"
          filters={filters}
          chosen={filter}
          choose={(next) => (setPage(1), setFilter(next))}
        />
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.data.length === 0 ? (
        <p class="empty">There are no mentions. Facebook and Instagram report them.</p>
      ) : (
        data.data.map((mention) => (
          <article class="card" key={mention.id} aria-labelledby={`mention-${mention.id}`}>
            <h3 id={`mention-${mention.id}`}>
              {mention.authorUsername ?? 'A person'}{' '}
              <span class="quiet">
                mentioned {mention.account.displayName} on {platformName(mention.platform)}
              </span>{' '}
              {!mention.read && <Badge tone="good">new</Badge>}
            </h3>
            <p class="text">{mention.content}</p>
            <p class="quiet">
              <Moment at={mention.platformCreatedAt} />{' '}
              {mention.permalinkUrl !== null && (
                <a href={mention.permalinkUrl} target="_blank" rel="noreferrer">
                  Look at it there
                </a>
              )}
            </p>
            <p class="actions">
              {!mention.read && (
                <Act call="PATCH /v1/inbox/mentions/{id}/read" label="Mark as read" act={read(mention.id)} />
              )}
              {mention.hidden ? (
                <Act call="DELETE /v1/inbox/mentions/{id}/hide" label="Show again" act={show(mention.id)} />
              ) : (
                <Act call="POST /v1/inbox/mentions/{id}/hide" label="Hide" act={hide(mention.id)} />
              )}
            </p>
          </article>
        ))
      )}
      {data && (
        <PageButtons name="Pages of mentions" page={page} last={Math.ceil(data.meta.total / limit)} go={setPage} />
      )}
    </>
  );
};
