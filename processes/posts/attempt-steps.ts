/**
 * The steps of an attempt, in order. The service may die at any of them, and loses what it has not
 * stored by then. The fault matrix (`test/service/kill-steps.test.ts`) kills a real service at each
 * step. The steps are in the production path because an outside observer cannot distinguish "the
 * platform answered" from "the answer is stored", which is where double posts come from.
 */
export const attemptSteps = [
  /**
   * A step that shows nothing yet was completed on the platform, an upload for example; its handle
   * is not stored.
   */
  'step-done',
  'step-recorded',
  /** The intent of a send is stored; nothing was sent. */
  'intent-recorded',
  /** The platform has answered; its answer is not stored. */
  'answered',
  'outcome-recorded',
  /** The destination has ended in the log; its instance is still held. */
  'settled',
  /** No usable answer came, and that is stored; the platform is asked next. */
  'doubt-recorded',
  /** The platform was asked; its answer is not stored. */
  'looked',
  'look-recorded',
  'comment-intent-recorded',
  'comment-answered',
  'comment-outcome-recorded',
  'comment-settled',
  /** The platform has deleted the copies; that is not stored. */
  'removed',
  'removal-recorded',
  /** The platform refuses further removals for now; that is stored, and the wait has begun. */
  'removal-postponed',
] as const;

export type AttemptStep = (typeof attemptSteps)[number];
