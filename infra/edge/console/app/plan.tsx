import { useState } from 'preact/hooks';
import { entriesOf } from '../../../../domain/kernel/keys-of.ts';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { bytesText } from './bytes.ts';
import { Badge, Moment, PageButtons, Problem, Table, Waiting } from './pieces.tsx';
import { currentBilling, PlanActions } from './plan-actions.tsx';

const look = async (page: number) => {
  const [billing, usage, credits] = await Promise.all([
    currentBilling(),
    answered(api.GET('/v1/billing/usage', {})),
    answered(api.GET('/v1/billing/credits', { params: { query: { limit: 10, page } } })),
  ]);
  return { billing, usage, credits };
};

const names = {
  accounts: 'Accounts',
  members: 'Members',
  workspaces: 'Workspaces',
  scheduledPosts: 'Scheduled posts',
  monthlyPosts: 'Posts of this period',
  storedBytes: 'Size of files',
  aiCredits: 'Credits',
} as const;

/** A figure as people read it. */
const figure = (key: string, value: number): string =>
  key === 'storedBytes' ? bytesText(value) : value.toLocaleString();

/** The plan, what can be bought, what is used of it, and the movements of credits. */
export const Plan = () => {
  const [page, setPage] = useState(1);
  const [said, setSaid] = useState<string>();
  const { data, problem, again } = useAsked(`plan/${page}`, () => look(page), 10_000);
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
          <p role="status">{said}</p>
          <PlanActions
            key={`${data.billing.plan} ${data.billing.billingPeriod} ${data.billing.aiTier}`}
            billing={data.billing}
            done={async (text) => {
              await again();
              setSaid(text);
              return '';
            }}
          />
          <Table
            caption="What is used"
            heads={['Limit', 'Used', 'Of', 'Share']}
            rows={entriesOf(names).map(([key, name]) => {
              const { used, limit } = data.usage[key];
              return (
                <tr key={key}>
                  <td>{name}</td>
                  <td>{figure(key, used)}</td>
                  <td>{limit === null ? 'no limit' : figure(key, limit)}</td>
                  <td>{limit !== null && <meter min={0} max={Math.max(limit, 1)} value={used} aria-label={name} />}</td>
                </tr>
              );
            })}
          />
          {data.credits.data.length === 0 ? (
            <p class="empty">No credits have moved yet; {data.credits.balance} are left.</p>
          ) : (
            <Table
              caption={`Movements of credits; ${data.credits.balance} are left`}
              heads={['Movement', 'Credits', 'Balance', 'Cause', 'When']}
              rows={data.credits.data.map(({ id, type, credits, balance, cause, createdAt }) => (
                <tr key={id}>
                  <td>{type}</td>
                  <td>{credits.toLocaleString()}</td>
                  <td>{balance.toLocaleString()}</td>
                  <td>{cause.kind}</td>
                  <td>
                    <Moment at={createdAt} />
                  </td>
                </tr>
              ))}
            />
          )}
          <PageButtons
            name="Pages of the movements of credits"
            page={page}
            last={data.credits.pagination.totalPages}
            go={setPage}
          />
        </>
      )}
    </section>
  );
};
