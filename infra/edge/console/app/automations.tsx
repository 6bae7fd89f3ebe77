import { useState } from 'preact/hooks';
import { Allowed } from './allowed.tsx';
import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Badge, Moment, PageButtons, Problem, Table, Waiting } from './pieces.tsx';

type Automation = Schemas['CommentAutomation'];

const limit = 25;

const matches = { WORD: 'as words', CONTAINS: 'anywhere', EXACT: 'as the whole comment' } as const;

const Comments = ({ automation: { accountId, postId } }: { automation: Automation }) => (
  <>
    {postId === null ? 'every post' : <a href={`#/posts/${postId}`}>one post</a>} of{' '}
    {accountId === null ? 'every account' : <a href={`#/accounts/${accountId}`}>one account</a>}
  </>
);

const Actions = ({ automation: { actions } }: { automation: Automation }) => (
  <ul>
    {actions.reply !== null && <li>replies: {actions.reply}</li>}
    {actions.directMessage !== null && <li>writes: {actions.directMessage}</li>}
    {actions.tags.length > 0 && <li>tags: {actions.tags.join(', ')}</li>}
    {actions.sequenceId !== null && <li>enrolls into a sequence</li>}
  </ul>
);

/** The comment automations of the workspace, newest first, with what each one does. */
export const Automations = () => {
  const [page, setPage] = useState(1);
  const { data, problem } = useAsked(
    `automations/${page}`,
    () => answered(api.GET('/v1/comment-automations', { params: { query: { page, limit } } })),
    10_000,
  );
  return (
    <section aria-labelledby="automations">
      <div class="head">
        <h2 id="automations">Automations</h2>
        <Allowed call="POST /v1/comment-automations">
          <a class="button first" href="#/automations/new">
            New automation
          </a>
        </Allowed>
      </div>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : data.automations.length === 0 ? (
        <p class="empty">No comment is answered automatically.</p>
      ) : (
        <Table
          caption="Comment automations, newest first"
          heads={['Automation', 'State', 'Comments on', 'Keywords', 'Does', 'Created']}
          rows={data.automations.map((automation) => (
            <tr key={automation.id}>
              <td class="wide">
                <a href={`#/automations/${automation.id}`}>{automation.name}</a>
              </td>
              <td>{automation.isActive ? <Badge tone="good">on</Badge> : <Badge>off</Badge>}</td>
              <td>
                <Comments automation={automation} />
              </td>
              <td class="wide">
                {automation.keywords.join(', ')} <span class="quiet">{matches[automation.match]}</span>
              </td>
              <td>
                <Actions automation={automation} />
              </td>
              <td>
                <Moment at={automation.createdAt} />
              </td>
            </tr>
          ))}
        />
      )}
      {data && <PageButtons name="Pages of automations" page={page} last={data.pagination.totalPages} go={setPage} />}
    </section>
  );
};
