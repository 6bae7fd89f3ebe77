import type { PostPorts } from '../../../commands/posts/ports.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';
import { openPostWaiter } from './waiter.ts';

type Parts = Omit<PostPorts, 'waiter'> & Readonly<{ notifications: Notifications }>;

/** The ports of the write endpoints. */
export const postPorts = async ({ notifications, ...others }: Parts): Promise<PostPorts> => ({
  ...others,
  waiter: await openPostWaiter(notifications),
});
