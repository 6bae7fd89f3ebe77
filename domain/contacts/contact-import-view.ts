import type { ViewFold } from '../kernel/decider.ts';
import { evolveContactImport, linesDone, type ContactImport } from './contact-import.ts';
import type { ContactImportEvent, ImportCounts } from './contact-import-events.ts';
import type { ImportStatus } from './contact-import-status.ts';

export type ContactImportView = Readonly<{
  /** The state that the next event is folded onto; not shown. */
  job: ContactImport;
  startedAt: string;
  finishedAt: string | null;
}>;

export const contactImportView: ViewFold<ContactImportView, ContactImportEvent> = {
  evolve: (view, event) => {
    const job = evolveContactImport(view?.job, event);
    if (!job) return view;
    const at = event.meta.occurredAt;
    if (!view) return { job, startedAt: at, finishedAt: null };
    const ends = ['ContactImportCompleted', 'ContactImportCancelled', 'ContactImportFailed'].includes(event.type);
    return { ...view, job, finishedAt: ends ? at : view.finishedAt };
  },
};

/** An import in the form of every answer. */
export type ShownContactImport = Readonly<{
  id: string;
  status: ImportStatus;
  total: number;
  done: number;
  percent: number;
  startedAt: string;
  finishedAt: string | null;
  failureReason: string | null;
}> &
  ImportCounts;

export const presentContactImport = ({ job, startedAt, finishedAt }: ContactImportView): ShownContactImport => {
  const done = linesDone(job.counts);
  return {
    id: job.importId,
    status: job.status,
    total: job.lines,
    done,
    percent: job.lines === 0 ? 100 : Math.floor((100 * done) / job.lines),
    ...job.counts,
    startedAt,
    finishedAt,
    failureReason: job.failure,
  };
};
