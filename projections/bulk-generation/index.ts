import { bulkJobs } from './bulk-jobs.ts';

export const bulkProjections = {
  bulk_jobs: bulkJobs,
};
