import { insightsRounds } from './insights-rounds.ts';

export const analyticsProcesses = [insightsRounds] as const;
