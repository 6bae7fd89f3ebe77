import { useState } from 'preact/hooks';
import { priceOfCredits, creditPacks } from '../../../../domain/billing/credit-packs.ts';
import { keysOf } from '../../../../domain/kernel/keys-of.ts';
import { useRefusals } from './allowed.tsx';
import { answered, api } from './api.ts';
import { useAsked } from './asked.ts';
import { whereAsked } from './opening.ts';
import { Act, Confirm, Problem } from './pieces.tsx';

const plans = { starter: 'Starter', pro: 'Pro', agency: 'Agency' } as const;
const periods = { monthly: 'by the month', yearly: 'by the year' } as const;
const tiers = { none: 'none', starter: 'Starter', pro: 'Pro' } as const;

export type Billing = Awaited<ReturnType<typeof currentBilling>>;
type Part = Readonly<{
  billing: Billing;
  /** Asks for the plan again, and says on the page what was done: the button of the change may be gone. */
  done(said: string): Promise<string>;
}>;

export const currentBilling = () => answered(api.GET('/v1/billing/current', {}));

/** A choice of one of these values, by their names. */
function Choice<Key extends string>({
  label,
  of,
  value,
  choose,
}: {
  label: string;
  of: Readonly<Record<Key, string>>;
  value: Key;
  choose(value: NoInfer<Key>): void;
}) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = keysOf(of).find((key) => key === currentTarget.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {keysOf(of).map((key) => (
          <option key={key} value={key}>
            {of[key]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Goes to a page of the payment provider. */
const leaveFor = async (answer: Promise<Readonly<{ url: string }>>): Promise<string> => {
  const isThere = whereAsked();
  const { url } = await answer;
  if (isThere()) location.assign(url);
  return 'off to the payment page';
};

/** The plan and how it is paid. A first plan is bought at the provider's page; a later one is changed here, with its price before. */
const ChoosePlan = ({ billing, done }: Part) => {
  const isFree = billing.status === 'free';
  const [plan, setPlan] = useState<keyof typeof plans>(billing.plan === 'free' ? 'starter' : billing.plan);
  const [billingPeriod, setPeriod] = useState(billing.billingPeriod);
  const body = { plan, billingPeriod };
  const isOther = plan !== billing.plan || billingPeriod !== billing.billingPeriod;
  const { data: preview, problem } = useAsked(`preview/${plan}/${billingPeriod}/${isFree}`, async () =>
    isFree || !isOther ? null : answered(api.POST('/v1/subscription/preview-change', { body })),
  );
  const buy = () => leaveFor(answered(api.POST('/v1/billing/checkout', { body })));
  const change = async (): Promise<string> => {
    const { message } = await answered(api.POST('/v1/billing/change-plan', { body }));
    return done(message);
  };
  return (
    <>
      <p class="actions">
        <Choice label="Plan" of={plans} value={plan} choose={(chosen) => setPlan(chosen)} />
        <Choice label="Paid" of={periods} value={billingPeriod} choose={(chosen) => setPeriod(chosen)} />
        {isFree ? (
          <Act call="POST /v1/billing/checkout" label="Buy the plan" act={buy} isFirst />
        ) : (
          isOther && (
            <Confirm
              call="POST /v1/billing/change-plan"
              label="Change the plan"
              question={`Change to ${plans[plan]}, paid ${periods[billingPeriod]}? ${preview?.message ?? ''}`}
              act={change}
              isFirst
            />
          )
        )}
      </p>
      {!isFree && !isOther && <p class="quiet">Another plan or period shows its price before it is changed.</p>}
      {preview && <p role="status">{preview.message}</p>}
      <Problem text={problem} />
    </>
  );
};

/** What ends, goes on or is taken back. */
const Standing = ({ billing, done }: Part) => {
  const [isDrafting, setIsDrafting] = useState(false);
  const then = (ask: () => Promise<Readonly<{ message: string }>>) => async (): Promise<string> => {
    const { message } = await ask();
    return done(message);
  };
  const cancel = then(() => answered(api.POST('/v1/billing/cancel', { body: { cancelScheduledPosts: isDrafting } })));
  const resume = then(() => answered(api.POST('/v1/billing/resume', {})));
  const withdraw = then(() => answered(api.POST('/v1/subscription/cancel-pending', {})));
  const portal = () => leaveFor(answered(api.POST('/v1/billing/portal', {})));
  return (
    <>
      <p class="actions">
        <Act call="POST /v1/billing/portal" label="Cards and invoices" act={portal} />
        {billing.cancelAtPeriodEnd && (
          <Act call="POST /v1/billing/resume" label="Keep the subscription" act={resume} isFirst />
        )}
        {billing.pendingChange?.type === 'downgrade' && (
          <Act call="POST /v1/subscription/cancel-pending" label="Withdraw the change" act={withdraw} />
        )}
      </p>
      {billing.status !== 'free' && !billing.cancelAtPeriodEnd && (
        <p class="actions">
          <label class="choice">
            <input
              type="checkbox"
              checked={isDrafting}
              onChange={({ currentTarget: { checked } }) => setIsDrafting(checked)}
            />{' '}
            Make the scheduled posts drafts
          </label>
          <Confirm
            call="POST /v1/billing/cancel"
            label="End the subscription"
            question="The subscription ends with the paid period; until then everything stays. Then the plan is free."
            act={cancel}
          />
        </p>
      )}
    </>
  );
};

/** Credits that do not expire, and the add-on that brings some each month. */
const BuyCredits = ({ billing, done }: Part) => {
  const [typed, setTyped] = useState('500');
  const [tier, setTier] = useState<keyof typeof tiers>(billing.aiTier ?? 'none');
  const credits = Number(typed);
  const isNumber = Number.isInteger(credits) && credits >= 1 && credits <= creditPacks.most;
  const buy = async (): Promise<string> => {
    const { message } = await answered(api.POST('/v1/billing/credits/purchase', { body: { credits } }));
    return done(message);
  };
  const change = async (): Promise<string> => {
    const body = { tier: tier === 'none' ? null : tier };
    const { message } = await answered(api.POST('/v1/billing/ai-addon', { body }));
    return done(message);
  };
  return (
    <>
      <p class="actions">
        <label>
          Credits{' '}
          <input
            type="number"
            min={1}
            max={creditPacks.most}
            value={typed}
            onInput={({ currentTarget: { value } }) => setTyped(value)}
          />
        </label>
        {isNumber ? (
          <Confirm
            call="POST /v1/billing/credits/purchase"
            label="Buy credits"
            question={`Buy ${credits} credits for $${priceOfCredits(credits)}? They are charged at once and do not expire.`}
            act={buy}
          />
        ) : (
          <span class="bad-text">A whole number from 1 to {creditPacks.most.toLocaleString()}.</span>
        )}
      </p>
      <p class="actions">
        <Choice label="AI add-on" of={tiers} value={tier} choose={(chosen) => setTier(chosen)} />
        {tier !== (billing.aiTier ?? 'none') && (
          <Confirm
            call="POST /v1/billing/ai-addon"
            label="Change the add-on"
            question={`Change the AI add-on to ${tiers[tier]}? It applies at once.`}
            act={change}
          />
        )}
      </p>
    </>
  );
};

/** What the person who looks can do about the plan; for another person, who can. */
export const PlanActions = (part: Part) => {
  const refusal = useRefusals()('POST /v1/billing/change-plan');
  if (refusal !== undefined)
    return refusal === '' ? null : (
      <p class="empty">
        {refusal} Ask the owner or an administrator, who are among the <a href="#/members">members</a>, for another plan
        or more credits.
      </p>
    );
  return (
    <>
      <h3>Change the plan</h3>
      <ChoosePlan {...part} />
      <Standing {...part} />
      <h3>Buy credits</h3>
      {part.billing.ownerBuysAbove !== null && (
        <p class="quiet">What costs more than ${part.billing.ownerBuysAbove} is bought by the owner alone.</p>
      )}
      <BuyCredits {...part} />
    </>
  );
};
