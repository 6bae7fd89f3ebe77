import { sequenceEnrollments } from './sequence-enrollments.ts';
import { sequenceResumptions } from './sequence-resumptions.ts';
import { sequenceRuns } from './sequence-runs.ts';

export const sequenceProcesses = [sequenceRuns, sequenceEnrollments, sequenceResumptions] as const;
