import { automationMatching } from './automation-matching.ts';
import { automationRuns } from './automation-runs.ts';

export const automationProcesses = [automationMatching, automationRuns] as const;
