import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, Problem, Table } from './pieces.tsx';

/** What each platform answered about a post last. Nothing is shown before the post is live. */
export const Figures = ({ postId }: { postId: string }) => {
  const look = () => answered(api.GET('/v1/analytics/posts/{postId}', { params: { path: { postId } } }));
  const { data, problem } = useAsked(`figures/${postId}`, look, 30_000);
  const platforms = Object.entries(data?.platforms ?? {});
  return (
    <>
      <Problem text={problem} />
      {platforms.length > 0 && (
        <Table
          caption="Figures of the post"
          heads={['Platform', 'Figures', 'Fetched']}
          rows={platforms.map(([platform, { metrics, fetchedAt }]) => (
            <tr key={platform}>
              <td>{platform.toLowerCase()}</td>
              <td>
                {Object.entries(metrics)
                  .map(([name, value]) => `${name} ${value}`)
                  .join(', ') || 'not fetched yet'}
              </td>
              <td>
                <Moment at={fetchedAt} />
              </td>
            </tr>
          ))}
        />
      )}
    </>
  );
};
