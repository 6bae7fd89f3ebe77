import { commentAutomationRuns } from './comment-automation-runs.ts';
import { commentAutomations } from './comment-automations.ts';

export const automationProjections = {
  comment_automations: commentAutomations,
  comment_automation_runs: commentAutomationRuns,
};
