import { useState } from 'preact/hooks';
import { AccountCharts } from './account-charts.tsx';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { BestHours } from './best-hours.tsx';
import { DayChart } from './day-chart.tsx';
import { dayValues, type DayValue } from './day-values.ts';
import { changeOf, periodsOf, type Period } from './periods.ts';
import { Moment, Problem, Table, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';
import { ReportButtons } from './report-buttons.tsx';
import { titleById } from './titles-of-posts.ts';

const spans = [7, 30, 90] as const;

const figuresOf = (query: Period) => answered(api.GET('/v1/analytics/aggregate', { params: { query } }));

type Figures = Awaited<ReturnType<typeof figuresOf>>;
type Daily = Figures['daily'][number];

type TopPost = Awaited<ReturnType<typeof overviewNow>>['topPosts'][number];

const overviewNow = () => answered(api.GET('/v1/analytics/overview', {}));

const withTitles = (posts: readonly TopPost[]) =>
  Promise.all(posts.map(async (post) => ({ ...post, title: await titleById(post.postId) })));

const look = async (days: number) => {
  const periods = periodsOf(days, Date.now());
  const [now, before, overview] = await Promise.all([
    figuresOf(periods.current),
    figuresOf(periods.previous),
    overviewNow(),
  ]);
  return { ...periods, now, before, overview, topPosts: await withTitles(overview.topPosts) };
};

type Seen = Awaited<ReturnType<typeof look>>;

/** A figure of each day, beside that of the period before. */
const byDay = (seen: Seen, of: (day: Daily) => number): readonly DayValue[] => {
  const valuesOf = ({ daily }: Figures) => daily.map((day) => ({ date: day.date, value: of(day) }));
  return dayValues(seen, { now: valuesOf(seen.now), before: valuesOf(seen.before) });
};

const rate = (share: number | null): string => (share === null ? '' : `${(share * 100).toFixed(1)} %`);

const Sum = ({ name, now, before }: { name: string; now: number; before: number }) => (
  <div class="card sum">
    <h3>{name}</h3>
    <p>
      <strong>{now.toLocaleString()}</strong> <span class="quiet">{changeOf(now, before)}</span>
    </p>
  </div>
);

const TopPosts = ({ posts }: { posts: Seen['topPosts'] }) =>
  posts.length === 0 ? (
    <p class="empty">No post of the last 30 days has figures yet.</p>
  ) : (
    <Table
      caption="The posts of the last 30 days that did best"
      heads={['Post', 'Platform', 'Engagements', 'Published']}
      rows={posts.map((post) => (
        <tr key={post.postPlatformId}>
          <td class="wide">
            {post.title === undefined ? (
              <span class="quiet">a post that is gone</span>
            ) : (
              <a href={`#/posts/${post.postId}`}>{post.title}</a>
            )}
          </td>
          <td>{platformName(post.platform)}</td>
          <td>{post.engagements}</td>
          <td>
            <Moment at={post.publishedAt} />
          </td>
        </tr>
      ))}
    />
  );

/** The figures of the last days beside those of as many days before: sums, days, platforms, the best posts, one account, and the best times. */
export const Overview = () => {
  const [days, setDays] = useState<number>(30);
  const { data, problem } = useAsked(`overview/${days}`, () => look(days), 30_000);
  return (
    <section aria-labelledby="overview">
      <h2 id="overview">Overview</h2>
      <label>
        Period{' '}
        <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {spans.map((span) => (
            <option key={span} value={span}>
              the last {span} days
            </option>
          ))}
        </select>
      </label>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p class="quiet">
            {data.current.from} to {data.current.to}, against {data.previous.from} to {data.previous.to}. Days are in
            UTC.
          </p>
          <div class="sums">
            <Sum name="Posts" now={data.now.totals.posts} before={data.before.totals.posts} />
            <Sum
              name="Engagements"
              now={data.now.totals.engagements ?? 0}
              before={data.before.totals.engagements ?? 0}
            />
            <div class="card sum">
              <h3>Followers</h3>
              <p>
                <strong>{data.overview.followers.toLocaleString()}</strong> <span class="quiet">today</span>
              </p>
            </div>
          </div>
          <ReportButtons period={data.current} />
          <DayChart title="Posts" days={byDay(data, ({ posts }) => posts)} />
          <DayChart title="Engagements" days={byDay(data, ({ engagements }) => engagements ?? 0)} />
          {Object.keys(data.now.platforms).length > 0 && (
            <Table
              caption="By platform"
              heads={['Platform', 'Posts', 'Engagements', 'Rate']}
              rows={Object.entries(data.now.platforms).map(([platform, of]) => (
                <tr key={platform}>
                  <td>{platformName(platform)}</td>
                  <td>{of.posts}</td>
                  <td>{of.engagements ?? ''}</td>
                  <td>{rate(of.engagementRate)}</td>
                </tr>
              ))}
            />
          )}
          <TopPosts posts={data.topPosts} />
          <AccountCharts days={days} />
          <BestHours />
        </>
      )}
    </section>
  );
};
