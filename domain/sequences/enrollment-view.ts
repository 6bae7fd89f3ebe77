import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { EnrollmentEvent, EnrollmentStatus, HoldReason } from './enrollment-events.ts';

export type EnrollmentView = Readonly<{
  id: string;
  sequenceId: string;
  contactId: string;
  workspaceId: string;
  platform: Platform;
  currentStep: number;
  status: EnrollmentStatus;
  nextRunAt: string | null;
  /** Null while it waits for nothing but its time, and after the end. */
  waitingFor: HoldReason | null;
  enrolledAt: string;
  exitedAt: string | null;
  exitReason: string | null;
}>;

const ended = (view: EnrollmentView, exitedAt: string) => ({ ...view, nextRunAt: null, waitingFor: null, exitedAt });

export const enrollmentView: ViewFold<EnrollmentView, EnrollmentEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'EnrollmentStarted') {
      const { enrollmentId: id, sequenceId, contactId, platform, nextRunAt } = event.data;
      return {
        id,
        sequenceId,
        contactId,
        workspaceId: event.meta.workspaceId,
        platform,
        nextRunAt,
        currentStep: 0,
        status: 'ACTIVE',
        enrolledAt: at,
        exitedAt: null,
        exitReason: null,
        waitingFor: nextRunAt === null ? 'SEQUENCE' : null,
      };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'EnrollmentStepSent':
        return { ...view, currentStep: event.data.step, nextRunAt: event.data.nextRunAt };
      case 'EnrollmentPostponed':
      case 'EnrollmentResumed':
        return { ...view, nextRunAt: event.data.nextRunAt, waitingFor: null };
      case 'EnrollmentHeld':
        return { ...view, nextRunAt: null, waitingFor: event.data.waitingFor };
      case 'EnrollmentCompleted':
        return { ...view, status: 'COMPLETED', nextRunAt: null, waitingFor: null };
      case 'EnrollmentExited':
        return { ...ended(view, at), status: 'EXITED', exitReason: event.data.reason };
      case 'EnrollmentFailed':
        return { ...ended(view, at), status: 'FAILED', exitReason: event.data.code };
      case 'EnrollmentReplied':
        return view;
      default:
        return unreachable(event);
    }
  },
};
