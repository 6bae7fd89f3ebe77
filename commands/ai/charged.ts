import { AiFailure, type AiProvider } from '../../domain/ai/ai-provider.ts';
import type { CreditPurpose } from '../../domain/credits/credit-events.ts';
import type { CreditBalance } from '../../domain/credits/credit-view.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { allows } from '../../domain/plans/plan.ts';
import { creditMover } from '../credits/credits-of.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { AiPorts } from './ports.ts';

/** Longer than any call: the reservation of a request that died ends by itself. */
const reservedForMs = 60 * 60_000;

/** 403 AI_SUBSCRIPTION where neither the plan nor the add-on has AI. Short credits are 402. */
export const requireAi = async (
  { credits }: Readonly<{ credits: Pick<AiPorts['credits'], 'entitlement'> }>,
  workspaceId: string,
  now: string,
): Promise<void> => {
  const { plan, aiTier } = await credits.entitlement(workspaceId, now);
  if (allows(plan, 'ai', aiTier)) return;
  throw new Refused(
    'AI_SUBSCRIPTION',
    'AI: available from the starter plan on, or with the AI add-on',
    { feature: 'ai', currentPlan: plan, requiredPlan: 'starter' },
    { answeredAs: 'FORBIDDEN' },
  );
};

/** A failure of a provider as the caller may know it. */
export const aiRefusal = (
  error: unknown,
  { isOwnKey = false }: Readonly<{ isOwnKey?: boolean | undefined }> = {},
): unknown => {
  if (!(error instanceof AiFailure)) return error;
  if (error.kind === 'refused') return new Refused('VALIDATION_ERROR', error.message);
  if (error.kind === 'key' && isOwnKey)
    return new Refused('VALIDATION_ERROR', `${error.message}: set another one at PUT /v1/ai/key`, { field: 'apiKey' });
  return new Refused('SERVICE_UNAVAILABLE', `${error.message}; no credits were charged`);
};

type Charge = Readonly<{ purpose: CreditPurpose; credits: number }>;

/**
 * The reservation that pays for this run of the request. A request that is sent again under its
 * Idempotency-Key takes credits aside again where the run before failed and gave them back, and
 * finds them spent where it succeeded and its answer was lost.
 */
const reserved = async (
  { purpose, credits }: Charge,
  context: WriteContext,
  ports: AiPorts,
): Promise<Readonly<{ accountId: string; reservationId: string; item: 'all' }>> => {
  const { now, commandId } = context;
  const by = creditMover(context);
  const until = new Date(Date.parse(now) + reservedForMs).toISOString();
  for (let run = 1; ; run++) {
    const reservationId = run === 1 ? commandId : `${commandId}/${run}`;
    const cause = { kind: purpose, id: commandId } as const;
    const asked = { reservationId, credits, cause, until, refusal: 'AI_SUBSCRIPTION' } as const;
    const { accountId, held } = await ports.credits.reserve(asked, by);
    const settled = { accountId, reservationId, item: 'all' } as const;
    if (held || (await ports.credits.capture({ ...settled, credits }, by)).captured) return settled;
  }
};

/**
 * Runs work that costs credits: they are taken aside first, and spent only when the work succeeded.
 * After a crash in between, the reservation ends by itself. `work` is ended where the client has
 * gone away.
 */
export const charged = async <T>(
  charge: Charge,
  context: WriteContext,
  ports: AiPorts,
  work: (provider: AiProvider, signal: AbortSignal) => Promise<T>,
): Promise<Readonly<{ result: T; balance: CreditBalance }>> => {
  const { caller, now, signal } = context;
  await requireAi(ports, caller.workspaceId, now);
  const provider = ports.provider(caller);
  if (!provider) throw new Refused('SERVICE_UNAVAILABLE', 'No AI provider is configured');
  const by = creditMover(context);
  const item = await reserved(charge, context, ports);
  try {
    const result = await work(provider, signal);
    const { balance } = await ports.credits.capture({ ...item, credits: charge.credits }, by);
    return { result, balance };
  } catch (error) {
    await ports.credits.release({ ...item, reason: 'failed' }, by);
    throw aiRefusal(error);
  }
};
