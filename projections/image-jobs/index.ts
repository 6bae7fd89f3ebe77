import { imageJobs } from './image-jobs.ts';
import { imagePrompts } from './image-prompts.ts';

export const imageJobProjections = {
  image_jobs: imageJobs,
  image_prompts: imagePrompts,
};
