import { queues } from './queues.ts';

export const queueProjections = {
  queues,
};
