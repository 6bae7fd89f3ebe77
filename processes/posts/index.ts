import { autoArchive } from './auto-archive.ts';
import { destinations } from './destinations.ts';
import { duePosts } from './due-posts.ts';
import { firstComments } from './first-comments.ts';
import { planLimits } from './plan-limits.ts';
import { removals } from './removals.ts';

export const postProcesses = [duePosts, autoArchive, planLimits, destinations, firstComments, removals] as const;
