import type { post } from '../../domain/posts/post.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Accounts } from './accounts.ts';
import type { Approvals } from './approvals.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { MemoryClaims } from './claims.ts';
import type { Calendars } from './calendars.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Household } from './household.ts';
import type { InstanceTable } from './instance-table.ts';
import type { Jobs } from './jobs.ts';
import type { Mutation } from './mutation.ts';
import type { Asked } from './people.ts';
import type { Payments } from './payments.ts';
import type { MemoryPacing } from './pacing.ts';
import type { SimulatedPlatforms } from './simulated-platforms.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sequences } from './sequences.ts';
import type { Staff } from './staff.ts';
import type { Webhooks } from './webhooks.ts';

/** How badly things go; nothing goes wrong any more once the troubles are over. */
export type Troubles = {
  /** Chance that an append is not answered. */
  store: number;
  /** Chance that a service dies at any one point where it waits for something. */
  deaths: number;
};

/** What all parts of one run share. */
export type World = Readonly<{
  dice: Dice;
  scheduler: Scheduler;
  coverage: Coverage;
  log: MemoryEventStore;
  table: InstanceTable;
  platforms: SimulatedPlatforms;
  accounts: Accounts;
  /** What requests about posts are decided by. */
  posts: typeof post;
  pacing: MemoryPacing;
  claims: MemoryClaims;
  /** Where an endpoint is registered. */
  webhooks: Webhooks | undefined;
  /** Where somebody buys and spends. */
  payments: Payments | undefined;
  /** Where posts need an approval. */
  approvals: Approvals | undefined;
  /** Where a broadcast is sent. */
  broadcasts: Broadcasts | undefined;
  /** Where contacts are in a sequence. */
  sequences: Sequences | undefined;
  /** Where posts are planned in a calendar. */
  calendars: Calendars | undefined;
  /** Where images, texts and imports are asked for. */
  jobs: Jobs | undefined;
  /** Where people change the plan and hand the workspace over. */
  household: Household | undefined;
  /** Where people of each role act. */
  staff: Staff | undefined;
  troubles: Troubles;
  /** `deletedAt`: when the workspace was deleted, in milliseconds; no request is let in after that. */
  workspace: { deletedAt?: number };
  asked: Asked;
  mutation: Mutation | undefined;
  /** Bugs that the code under simulation reported. */
  bugs: string[];
  /** Whether anybody listens to what is noted. */
  traced: boolean;
  note: (line: string) => void;
}>;
