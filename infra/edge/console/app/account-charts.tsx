import { useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { DayChart } from './day-chart.tsx';
import { dayValues } from './day-values.ts';
import { changeOf, periodsOf, type Period } from './periods.ts';
import { Problem, Waiting } from './pieces.tsx';
import { platformName } from './platforms.ts';

const accountsNow = async () =>
  (await answered(api.GET('/v1/accounts', { params: { query: { limit: 100 } } }))).accounts;

const figuresOf = (accountId: string, query: Period) =>
  answered(api.GET('/v1/analytics/accounts/{accountId}', { params: { path: { accountId }, query } }));

const look = async (accountId: string, days: number) => {
  const periods = periodsOf(days, Date.now());
  const [now, before] = await Promise.all([
    figuresOf(accountId, periods.current),
    figuresOf(accountId, periods.previous),
  ]);
  return { periods, now, before };
};

type Figures = Awaited<ReturnType<typeof figuresOf>>;

const engagementsOf = ({ daily }: Figures) => daily.map(({ date, engagements }) => ({ date, value: engagements ?? 0 }));
const followersOf = ({ history }: Figures) =>
  history.map(({ date, metrics }) => ({ date, value: metrics['followers'] ?? 0 }));

const Charts = ({ accountId, name, days }: { accountId: string; name: string; days: number }) => {
  const { data, problem } = useAsked(`account figures/${accountId}/${days}`, () => look(accountId, days), 30_000);
  if (data === undefined) return problem === undefined ? <Waiting /> : <Problem text={problem} />;
  const { periods, now, before } = data;
  const engagements = { now: engagementsOf(now), before: engagementsOf(before) };
  const followers = { now: followersOf(now), before: followersOf(before) };
  return (
    <>
      <Problem text={problem} />
      <p>
        {name}: {now.posts.posts} posts went live{' '}
        <span class="quiet">{changeOf(now.posts.posts, before.posts.posts)}</span>
      </p>
      <DayChart title={`Engagements of ${name}`} days={dayValues(periods, engagements)} />
      {now.history.length > 0 && <DayChart title={`Followers of ${name}`} days={dayValues(periods, followers)} />}
    </>
  );
};

/** The figures of one account, day by day. */
export const AccountCharts = ({ days }: { days: number }) => {
  const [chosen, setChosen] = useState('');
  const { data: accounts, problem } = useAsked('accounts with figures', accountsNow);
  const account = accounts?.find(({ id }) => id === chosen);
  const nameOf = ({ username, platform }: NonNullable<typeof account>): string =>
    `${username} on ${platformName(platform)}`;
  if (accounts?.length === 0) return null;
  return (
    <section aria-labelledby="by-account">
      <h3 id="by-account">By account</h3>
      <Problem text={problem} />
      {accounts !== undefined && (
        <label>
          Account{' '}
          <select value={chosen} onChange={({ currentTarget: { value } }) => setChosen(value)}>
            <option value="">choose one</option>
            {accounts.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      {account && <Charts key={account.id} accountId={account.id} name={nameOf(account)} days={days} />}
    </section>
  );
};
