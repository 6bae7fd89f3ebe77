/** How a step of a run ended, or `AGAIN` where a later try may succeed; undefined where it is not known yet. */
export type StepResult =
  | Readonly<{ outcome: 'DONE' | 'SKIPPED' | 'FAILED' | 'AGAIN'; code: string | null; afterSeconds?: number }>
  | undefined;

export const done: StepResult = { outcome: 'DONE', code: null };
export const skipped = (code: string): StepResult => ({ outcome: 'SKIPPED', code });
/** The plan of the workspace has no comment automations any more. */
export const lowPlan: StepResult = skipped('PLAN_UPGRADE_REQUIRED');
export const failed = (code: string): StepResult => ({ outcome: 'FAILED', code });
