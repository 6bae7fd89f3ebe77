import type { ViewFold } from '../kernel/decider.ts';
import type { Platform } from '../platforms/platform.ts';
import type { EnrollmentEvent, EnrollmentStatus } from './enrollment-events.ts';

export type EnrollmentView = Readonly<{
  id: string;
  sequenceId: string;
  contactId: string;
  workspaceId: string;
  platform: Platform;
  currentStep: number;
  status: EnrollmentStatus;
  nextRunAt: string | null;
  enrolledAt: string;
  exitedAt: string | null;
  exitReason: string | null;
}>;

export const enrollmentView: ViewFold<EnrollmentView, EnrollmentEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'EnrollmentStarted') {
      const { enrollmentId: id, sequenceId, contactId, platform, nextRunAt } = event.data;
      return {
        ...{ id, sequenceId, contactId, workspaceId: event.meta.workspaceId, platform, nextRunAt },
        ...{ currentStep: 0, status: 'ACTIVE', enrolledAt: at, exitedAt: null, exitReason: null },
      };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'EnrollmentStepSent':
        return { ...view, currentStep: event.data.step, nextRunAt: event.data.nextRunAt };
      case 'EnrollmentPostponed':
      case 'EnrollmentResumed':
        return { ...view, nextRunAt: event.data.nextRunAt };
      case 'EnrollmentHeld':
        return { ...view, nextRunAt: null };
      case 'EnrollmentCompleted':
        return { ...view, status: 'COMPLETED', nextRunAt: null };
      case 'EnrollmentExited':
        return { ...view, status: 'EXITED', nextRunAt: null, exitedAt: at, exitReason: event.data.reason };
      case 'EnrollmentFailed':
        return { ...view, status: 'FAILED', nextRunAt: null, exitedAt: at, exitReason: event.data.code };
      default:
        return view;
    }
  },
};
