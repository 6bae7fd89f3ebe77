/**
 * The steps of an attempt, in order. The service may die at any of them, and the log does not know what was not stored by then. The
 * fault matrix (`test/service/kill-steps.test.ts`) kills a real service at each step. It needs the steps in the production path: an
 * outside observer cannot tell "the platform answered" from "the answer is stored", which is where double posts come from.
 */
export const attemptSteps = [
  /** A step that shows nothing yet was done on the platform, an upload for example; its handle is not stored. */
  'step-done',
  'step-recorded',
  /** The intent of a send is stored; nothing has left. */
  'intent-recorded',
  /** The platform has answered; what it said is not stored. */
  'answered',
  'outcome-recorded',
  /** The destination has ended in the log; its instance is still held. */
  'settled',
  /** No usable answer came, and that is stored; the platform is asked next. */
  'doubt-recorded',
  /** The platform was asked; what it said is not stored. */
  'looked',
  'look-recorded',
  'comment-intent-recorded',
  'comment-answered',
  'comment-outcome-recorded',
  'comment-settled',
  /** The platform has deleted the copies; that is not stored. */
  'removed',
  'removal-recorded',
  /** The platform takes no more removals for now; that is stored, and the wait has begun. */
  'removal-postponed',
] as const;

export type AttemptStep = (typeof attemptSteps)[number];
