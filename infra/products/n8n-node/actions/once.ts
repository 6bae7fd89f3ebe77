import { createHash } from 'node:crypto';
import type { ExecuteContext } from '../n8n.ts';

/**
 * The idempotency key of a write: the same where n8n runs a node again after a failure, another for each item and for each
 * turn of a loop. Workflows that were copied have the same ids of nodes, and each n8n counts its executions from 1.
 */
export const keyOf = (context: ExecuteContext, item: number, step: string): string => {
  const { $runIndex } = context.getWorkflowDataProxy(item);
  const parts = [
    context.getInstanceId(),
    context.getWorkflow().id ?? '',
    context.getExecutionId(),
    context.getNode().id,
    $runIndex,
    item,
    step,
  ];
  return `n8n-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
};
