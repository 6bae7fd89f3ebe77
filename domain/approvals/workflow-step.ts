import { z } from 'zod';

/** The largest number of approvers that one step names. */
const maxApprovers = 100;

/** One step of a workflow. Any one of its approvers decides it. */
export const WorkflowStep = z
  .object({
    order: z.int().min(1),
    role: z.string().max(100),
    approverIds: z.array(z.string()).min(1).max(maxApprovers),
    /** A step that is not required may be decided, and is never waited for. */
    required: z.boolean(),
  })
  .meta({ id: 'ApprovalWorkflowStep' });
export type WorkflowStep = Readonly<z.infer<typeof WorkflowStep>>;

/** The steps as a request sends them: in any order of the list, each approver once. */
export const RequestedSteps = z
  .array(
    WorkflowStep.extend({
      role: z.string().trim().max(100),
      approverIds: z
        .array(z.string().min(1).max(64))
        .min(1, 'a step needs at least one approver')
        .max(maxApprovers)
        .transform((ids) => [...new Set(ids)]),
      required: z.boolean().default(true),
    }).meta({ id: 'RequestedApprovalWorkflowStep' }),
  )
  .min(1)
  .max(10)
  .transform((steps) => steps.toSorted((one, other) => one.order - other.order))
  .refine((steps) => steps.every(({ order }, index) => order === index + 1), 'the orders must be 1, 2, 3 …');

export type Definition = Readonly<{ name: string; steps: readonly WorkflowStep[] }>;
