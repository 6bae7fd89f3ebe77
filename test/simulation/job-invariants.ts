import { isEnded, isTerminal, reservationsOf } from '../../domain/bulk-generation/bulk-job.ts';
import { hasEnded as importHasEnded, linesDone } from '../../domain/contacts/contact-import.ts';
import { hasEnded, imageJob } from '../../domain/image-jobs/image-job.ts';
import { bulkJob } from '../../domain/bulk-generation/bulk-job.ts';
import { contactImport } from '../../domain/contacts/contact-import.ts';
import { contactImports } from '../../processes/contacts/contact-imports.ts';
import { bulkGeneration } from '../../processes/bulk-generation/bulk-generation.ts';
import { imageItems } from '../../processes/image-jobs/image-items.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Jobs } from './jobs.ts';
import type { Pending } from './pending.ts';

type Moved = Readonly<{
  type: string;
  reservationId: string;
  item: string;
  credits: number;
  cause: Readonly<{ id: string }>;
  reason?: string;
}>;

const movedIn = ({ log }: MemoryEventStore): readonly Moved[] =>
  log.flatMap(({ type, data }) =>
    ['CreditsReserved', 'CreditsCaptured', 'CreditsReleased'].includes(type)
      ? [{ type, ...(data as Omit<Moved, 'type'>) }]
      : [],
  );

/** What is left aside, by reservation. */
const leftAside = (moves: readonly Moved[]): ReadonlyMap<string, number> => {
  const left = new Map<string, number>();
  for (const { type, reservationId, credits } of moves)
    left.set(reservationId, (left.get(reservationId) ?? 0) + (type === 'CreditsReserved' ? credits : -credits));
  return left;
};

/** What must hold of jobs that have ended: what was made is paid, once, and nothing else is. */
export const jobViolations = (store: MemoryEventStore, jobs: Jobs): readonly string[] => {
  const moves = movedIn(store);
  const left = leftAside(moves);
  const captured = (reservationIds: readonly string[]) =>
    moves
      .filter((move) => move.type === 'CreditsCaptured' && reservationIds.includes(move.reservationId))
      .reduce((sum, { credits }) => sum + credits, 0);
  const aside = (reservationIds: readonly string[]) => reservationIds.reduce((sum, id) => sum + (left.get(id) ?? 0), 0);
  /** Credits that were set aside may be taken away. What is made by then may be had for nothing, and costs no more. */
  const takenAway = (ids: readonly string[]): boolean =>
    moves.some(
      ({ reservationId, reason }) => ids.includes(reservationId) && (reason === 'withdrawn' || reason === 'lapsed'),
    );
  const isRight = (ids: readonly string[], due: number): boolean =>
    takenAway(ids) ? captured(ids) <= due : captured(ids) === due;
  const paidRight = (name: string, ids: readonly string[], made: number, price: number): string[] => [
    ...(isRight(ids, made * price) ? [] : [`${name} made ${made} for ${captured(ids)} credits, each costs ${price}`]),
    ...(aside(ids) === 0 ? [] : [`${name} has ended and ${aside(ids)} credits are aside for it`]),
  ];
  return [
    ...jobs.imageJobs.filter(hasEnded).flatMap(({ jobId, items }) => {
      const ids = [jobId, ...moves.flatMap(({ cause, reservationId }) => (cause.id in items ? [reservationId] : []))];
      const made = Object.values(items).filter(({ status }) => status === 'COMPLETED').length;
      return paidRight(`the image job ${jobId}`, [...new Set(ids)], made, 1);
    }),
    ...jobs.bulkJobs
      .filter(({ status, settled }) => isTerminal(status) && settled)
      .flatMap((job) => {
        const events = store.of(`bulkJob-${job.jobId}`) as unknown as Parameters<typeof reservationsOf>[0];
        const ids = reservationsOf(events).map(({ reservationId }) => reservationId);
        const made = job.items.filter(({ status }) => status === 'completed').length;
        return paidRight(`the bulk job ${job.jobId}`, ids, made, job.creditsPerPost);
      }),
    ...jobs.imports.flatMap(({ importId, status, counts, lines, erased }) => {
      const found: string[] = [];
      if (importHasEnded({ status }) && !erased) found.push(`the lines of the import ${importId} can still be read`);
      if (status === 'COMPLETED' && linesDone(counts) !== lines)
        found.push(`the import ${importId} has ${lines} lines and counts ${linesDone(counts)}`);
      return found;
    }),
  ];
};

/** The jobs that go on by themselves. A paused one waits for a person, who can end it. */
export const pendingJobs = (jobs: Jobs): readonly Pending[] => [
  ...jobs.imageJobs.flatMap((state): readonly Pending[] => {
    const open = Object.entries(state.items).filter(
      ([, { status }]) => status === 'PENDING' || status === 'PROCESSING',
    );
    if (open.length === 0) return [];
    const timers = open.map(([itemId]) => `${imageItems.name}/${itemId}`);
    return [
      {
        name: `the image job ${state.jobId}`,
        timers,
        stop: () => imageJob.decide({ type: 'cancel-image-job' }, state),
      },
    ];
  }),
  ...jobs.bulkJobs.flatMap((state): readonly Pending[] => {
    const goesOn = !state.settled && state.status !== 'PAUSED';
    const timers = goesOn ? [`${bulkGeneration.name}/${state.jobId}`] : [];
    const name = `the bulk job ${state.jobId}`;
    if (isTerminal(state.status)) return [{ name, timers }];
    if (state.items.every(isEnded)) return [{ name, timers: [...timers, `the end of ${state.jobId}`] }];
    return [{ name, timers, stop: () => bulkJob.decide({ type: 'cancel-job' }, state) }];
  }),
  ...jobs.imports.flatMap((state): readonly Pending[] => {
    if (state.erased) return [];
    const name = `the import ${state.importId}`;
    const timers = [`${contactImports.name}/${state.importId}`];
    if (importHasEnded(state)) return [{ name, timers }];
    return [{ name, timers, stop: () => contactImport.decide({ type: 'cancel-import' }, state) }];
  }),
];
