import { answered, api, type Schemas } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, Problem, Table } from './pieces.tsx';
import { platformName } from './platforms.ts';

const figuresOf = (postId: string) =>
  answered(api.GET('/v1/analytics/posts/{postId}', { params: { path: { postId } } }));

/** A platform has no figures of what it never had. */
const wasLive = ({ platforms }: Schemas['Post']): boolean =>
  platforms.some(({ publishedAt }) => publishedAt !== undefined);

/** `post` is undefined until it is known. */
export const useFigures = (postId: string, post: Schemas['Post'] | undefined) => {
  const isAsked = post !== undefined && wasLive(post);
  return useAsked(
    `figures/${postId}/${isAsked}`,
    async (): Promise<Partial<Awaited<ReturnType<typeof figuresOf>>>> => (isAsked ? figuresOf(postId) : {}),
    isAsked ? 30_000 : undefined,
  );
};

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
