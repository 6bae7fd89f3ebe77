import { jsonReply } from '../body.ts';
import type { JsonObject } from '../store.ts';
import { badParameter, Refusal } from './graph-errors.ts';
import { textOf } from './parameters.ts';
import type { MetaSession } from './session.ts';

/**
 * A platform's metric and the other names under which a program may have set it, in order of
 * precedence.
 */
export type MetricNames = Readonly<Record<string, readonly string[]>>;

export const setValue = (
  metrics: Readonly<Record<string, number>>,
  name: string,
  others: readonly string[] = [],
): number | undefined => [name, ...others].flatMap((each) => metrics[each] ?? [])[0];

/** The same, and zero where nothing was set. */
export const metricValue = (...of: Parameters<typeof setValue>): number => setValue(...of) ?? 0;

/** The insights edge: one unknown metric fails the whole request (Meta: "Insights"). */
export const insights = async (
  { call, account, parameters }: MetaSession,
  nodeId: string,
  names: MetricNames,
  form: 'values' | 'total_value' = 'values',
): Promise<Response> => {
  const asked = (textOf(parameters['metric']) ?? '').split(',').filter((name) => name !== '');
  if (asked.length === 0)
    throw new Refusal({ code: 3001, subcode: 1504028, message: '(#3001) Invalid query: No metric was specified' });
  const odd = asked.findIndex((name) => !(name in names));
  if (odd >= 0)
    throw new Refusal(
      badParameter(`metric[${odd}] must be one of the following values: ${Object.keys(names).join(', ')}`),
    );
  const period = textOf(parameters['period']) ?? 'lifetime';
  if (!['day', 'week', 'days_28', 'lifetime', 'total_over_range'].includes(period))
    throw new Refusal(badParameter(`Param period must be one of {day, week, days_28, lifetime, total_over_range}`));
  const metrics = await call.world.store.metrics(account.platform, nodeId);
  const data: JsonObject[] = asked.map((name) => {
    const value = metricValue(metrics, name, names[name]);
    return {
      name,
      period,
      ...(form === 'values' ? { values: [{ value }] } : { total_value: { value } }),
      title: name,
      description: name,
      id: `${nodeId}/insights/${name}/${period}`,
    };
  });
  return jsonReply(200, { data });
};
