import { z } from 'zod';
import { PlatformError } from '../../../../domain/platforms/platform-error.ts';
import { shaped } from '../shape.ts';
import type { Graph, GraphCall } from './graph.ts';

const Value = z.union([z.number(), z.record(z.string(), z.number())]);
const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: Value.optional() })).optional(),
      total_value: z.object({ value: Value.optional() }).optional(),
      /** Of clicks: one for each link. */
      link_total_values: z.array(z.object({ value: z.number().optional() })).optional(),
    }),
  ),
});

type Insight = z.infer<typeof Insights>['data'][number];

const numberOf = (value: z.infer<typeof Value>): number =>
  typeof value === 'number' ? value : Object.values(value).reduce((sum, each) => sum + each, 0);

/** The sum of the numbers; undefined for an empty list. */
const sumOf = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0);

/**
 * The figure of a metric; undefined where the answer has none. A series has a value for each part of the
 * period, and a sum over links has one for each link.
 */
const figureOf = ({ values = [], total_value: total, link_total_values: links = [] }: Insight): number | undefined => {
  if (total?.value !== undefined) return numberOf(total.value);
  const parts = values.flatMap(({ value }) => (value === undefined ? [] : [numberOf(value)]));
  return sumOf([...parts, ...links.flatMap(({ value }) => value ?? [])]);
};

/**
 * The insights of a node by their names. One metric that Meta has dropped or does not have for this
 * kind of node fails the whole request. After such a refusal each is requested alone and refused
 * ones are left out.
 */
export const readInsights = async (
  graph: Graph,
  call: Pick<GraphCall, 'url' | 'token' | 'signal' | 'parameters'>,
  metrics: readonly string[],
): Promise<Readonly<Record<string, number>>> => {
  const read = async (names: readonly string[]): Promise<Record<string, number>> => {
    const parameters = { ...call.parameters, metric: names.join(',') };
    const reply = await graph({ ...call, method: 'GET', parameters, effect: 'read' });
    return Object.fromEntries(
      shaped(Insights, reply, 'read').data.flatMap((insight) => {
        const figure = figureOf(insight);
        return figure === undefined ? [] : [[insight.name, figure] as const];
      }),
    );
  };
  const orNothing = async (names: readonly string[]): Promise<Record<string, number> | undefined> => {
    try {
      return await read(names);
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'refused' && /^(100|3001)\b/.test(error.platformCode ?? ''))
        return undefined;
      throw error;
    }
  };
  const whole = await orNothing(metrics);
  if (whole || metrics.length === 1) return whole ?? {};
  const single: Record<string, number> = {};
  for (const name of metrics) Object.assign(single, await orNothing([name]));
  return single;
};
