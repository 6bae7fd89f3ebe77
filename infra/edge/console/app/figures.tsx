import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, Problem, Table } from './pieces.tsx';
import { platformName } from './platforms.ts';

const figuresOf = (postId: string) => () =>
  answered(api.GET('/v1/analytics/posts/{postId}', { params: { path: { postId } } }));

export const useFigures = (postId: string) => useAsked(`figures/${postId}`, figuresOf(postId), 30_000);

/** What each platform answered about a post last. Nothing is shown before the post is live. */
export const Figures = ({ of: { data, problem } }: { of: ReturnType<typeof useFigures> }) => {
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
              <td>{platformName(platform)}</td>
              <td class="wide">
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
