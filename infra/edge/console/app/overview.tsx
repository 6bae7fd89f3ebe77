import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Moment, Problem, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

type Day = Readonly<{ date: string; value: number }>;

const width = 600;
const height = 120;

/** Bars of days as an SVG picture; the table of the same figures follows for screen readers. */
const Bars = ({ title, days }: { title: string; days: readonly Day[] }) => {
  const most = Math.max(1, ...days.map(({ value }) => value));
  const step = width / Math.max(1, days.length);
  return (
    <figure>
      <figcaption>
        {title} <span class="quiet">(at most {most} a day)</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${title}, day by day`} class="bars">
        {days.map(({ date, value }, index) => {
          const tall = Math.round((value / most) * (height - 4));
          return (
            <rect key={date} x={index * step + 1} y={height - tall} width={Math.max(1, step - 2)} height={tall}>
              <title>
                {date}: {value}
              </title>
            </rect>
          );
        })}
      </svg>
    </figure>
  );
};

/** Each day of the period, also those without a figure. */
const everyDay = ({ from, to }: Readonly<{ from: string; to: string }>, known: readonly Day[]): readonly Day[] => {
  const values = new Map(known.map(({ date, value }) => [date, value]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    days.push({ date, value: values.get(date) ?? 0 });
  }
  return days;
};

const rate = (share: number | null): string => (share === null ? '' : `${(share * 100).toFixed(1)} %`);

/** The figures of the last days: sums, days, platforms and the posts that did best. */
export const Overview = () => {
  const { data, problem } = useAsked('overview', () => answered(api.GET('/v1/analytics/overview', {})), 30_000);
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Overview</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p>
            {data.period.from.slice(0, 10)} to {data.period.to.slice(0, 10)}: {data.totals.posts} posts,{' '}
            {data.totals.engagements ?? 0} engagements, {data.followers} followers
          </p>
          <Bars
            title="Posts"
            days={everyDay(
              data.period,
              data.daily.map(({ date, posts }) => ({ date, value: posts })),
            )}
          />
          <Bars
            title="Engagements"
            days={everyDay(
              data.period,
              data.daily.map(({ date, engagements }) => ({ date, value: engagements ?? 0 })),
            )}
          />
          <Table
            caption="By platform"
            heads={['Platform', 'Posts', 'Engagements', 'Rate']}
            rows={Object.entries(data.platforms).map(([platform, of]) => (
              <tr key={platform}>
                <td>{platformName(platform)}</td>
                <td>{of.posts}</td>
                <td>{of.engagements ?? ''}</td>
                <td>{rate(of.engagementRate)}</td>
              </tr>
            ))}
          />
          <Table
            caption="The posts that did best"
            heads={['Post', 'Platform', 'Engagements', 'Published']}
            rows={data.topPosts.map((post) => (
              <tr key={post.postPlatformId}>
                <td>
                  <a href={`#/posts/${post.postId}`}>{post.postId}</a>
                </td>
                <td>{platformName(post.platform)}</td>
                <td>{post.engagements}</td>
                <td>
                  <Moment at={post.publishedAt} />
                </td>
              </tr>
            ))}
          />
        </>
      )}
    </section>
  );
};
