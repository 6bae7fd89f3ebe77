import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { Badge, Moment, Problem, Table, Waiting } from './pieces.tsx';

const look = async () => {
  const [billing, usage, credits] = await Promise.all([
    answered(api.GET('/v1/billing/current', {})),
    answered(api.GET('/v1/billing/usage', {})),
    answered(api.GET('/v1/billing/credits', { params: { query: { limit: 10 } } })),
  ]);
  return { billing, usage, credits };
};

const names = {
  accounts: 'Accounts',
  members: 'Members',
  workspaces: 'Workspaces',
  scheduledPosts: 'Scheduled posts',
  monthlyPosts: 'Posts of this period',
  storedBytes: 'Bytes of files',
  aiCredits: 'Credits',
} as const;

/** The plan, what is used of it, and the newest movements of credits. */
export const Plan = () => {
  const { data, problem } = useAsked('plan', look, 10_000);
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">Plan</h2>
      <Problem text={problem} />
      {data === undefined ? (
        problem === undefined && <Waiting />
      ) : (
        <>
          <p>
            <Badge tone={data.billing.status === 'past_due' ? 'bad' : 'good'}>{data.billing.plan}</Badge>{' '}
            {data.billing.status}, until <Moment at={data.billing.currentPeriodEnd} />
          </p>
          {data.billing.pendingChange !== null && (
            <p>
              It changes to {data.billing.pendingChange.newPlan} on{' '}
              <Moment at={data.billing.pendingChange.effectiveDate} />.
            </p>
          )}
          <Table
            caption="What is used"
            heads={['Limit', 'Used', 'Of', 'Share']}
            rows={Object.entries(names).map(([key, name]) => {
              const { used, limit } = data.usage[key as keyof typeof names];
              return (
                <tr key={key}>
                  <td>{name}</td>
                  <td>{used}</td>
                  <td>{limit ?? 'no limit'}</td>
                  <td>{limit !== null && <meter min={0} max={Math.max(limit, 1)} value={used} aria-label={name} />}</td>
                </tr>
              );
            })}
          />
          <Table
            caption={`Movements of credits; ${data.credits.balance} are left`}
            heads={['Movement', 'Credits', 'Balance', 'Cause', 'When']}
            rows={data.credits.data.map(({ id, type, credits, balance, cause, createdAt }) => (
              <tr key={id}>
                <td>{type}</td>
                <td>{credits}</td>
                <td>{balance}</td>
                <td>{cause.kind}</td>
                <td>
                  <Moment at={createdAt} />
                </td>
              </tr>
            ))}
          />
        </>
      )}
    </section>
  );
};
