import { z } from 'zod';
import { WorkflowStep } from '../approvals/workflow-step.ts';
import { defineEvent } from '../kernel/event.ts';

const instant = z.iso.datetime();

/** Places were not bound before: nothing is known of them. */
const withoutPlaces = (data: object) => ({ ...data, places: {} });

export const PostApprovalStarted = defineEvent(
  'PostApprovalStarted',
  z.object({
    workflowId: z.string(),
    workflowName: z.string(),
    workflowVersion: z.int().min(1),
    /** The steps of that version: a later one does not change an approval under way. */
    steps: z.array(WorkflowStep),
    /** SHA-256 of what is to be approved: content, media, destinations and time. */
    subjectHash: z.string(),
    /** Where each account published then: the page, organization or location it had selected, null for itself. */
    places: z.record(z.string(), z.string().nullable()),
    startedById: z.string().nullable(),
    startedAt: instant,
    /** Counts the approvals of the post. */
    approval: z.int().min(1),
  }),
  { description: 'An approval of the post began.', upcasts: [withoutPlaces] },
);

const decision = {
  approval: z.int().min(1),
  stepOrder: z.int().min(1),
  approverId: z.string(),
};

/** What an approver writes belongs to them. */
const personal = { subject: 'approverId', fields: ['comment'] };

export const PostStepApproved = defineEvent(
  'PostStepApproved',
  z.object({ ...decision, comment: z.string().nullable(), decidedAt: instant }),
  { description: 'A step of the approval was approved.', personal },
);

export const PostStepRejected = defineEvent(
  'PostStepRejected',
  z.object({ ...decision, comment: z.string(), decidedAt: instant }),
  { description: 'A step of the approval was rejected; the post is a draft again.', personal },
);

export const PostApproved = defineEvent(
  'PostApproved',
  z.object({ ...decision, comment: z.string().nullable(), subjectHash: z.string() }),
  { description: 'The last step was approved. The approved version may be published.', personal },
);

/** The parts of a post that an approval is bound to. */
export const BoundPart = z.enum(['content', 'media', 'destinations', 'scheduledFor']);
export type BoundPart = z.infer<typeof BoundPart>;

export const PostApprovalVoided = defineEvent(
  'PostApprovalVoided',
  z.object({ approval: z.int().min(1), changed: z.array(BoundPart) }),
  { description: 'What was approved was changed: the approval no longer counts.' },
);

export const PostApprovalWithdrawn = defineEvent(
  'PostApprovalWithdrawn',
  z.object({ approval: z.int().min(1), withdrawnById: z.string().nullable() }),
  { description: 'The approval under way was withdrawn; the post is a draft again.' },
);

export const PostHeldForApproval = defineEvent('PostHeldForApproval', z.object({}), {
  description: 'The post was due and not approved, which its workspace requires; it is a draft again.',
});

export const PostTimePlanned = defineEvent('PostTimePlanned', z.object({ scheduledFor: instant }), {
  description: 'A draft got another time, which does not schedule it.',
});

export const postApprovalEvents = [
  PostApprovalStarted,
  PostStepApproved,
  PostStepRejected,
  PostApproved,
  PostApprovalVoided,
  PostApprovalWithdrawn,
  PostHeldForApproval,
  PostTimePlanned,
] as const;
