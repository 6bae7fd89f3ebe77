import { unreachable, type ViewFold } from '../kernel/decider.ts';
import { comparePlans, Plan } from '../plans/plan.ts';
import { Mode } from '../kernel/mode.ts';
import { effectiveSettings, type EffectiveSettings } from './settings.ts';
import { type WorkspaceEvent } from './workspace-events.ts';

/** A workspace as clients see it. */
export type WorkspaceView = Readonly<{
  id: string;
  name: string;
  slug: string;
  logo: string | null;
  plan: Plan;
  /** The highest plan that it has had. */
  topPlan: Plan;
  mode: Mode;
  settings: EffectiveSettings;
  ownerId: string;
  /** Until when the workspace keeps what a lower plan does not allow. */
  graceUntil: string | null;
  createdAt: string;
  updatedAt: string;
}>;

/** Undefined before a workspace was created and after it was deleted. */
export const workspaceView: ViewFold<WorkspaceView, WorkspaceEvent> = {
  evolve: (view, event) => {
    const updatedAt = event.meta.occurredAt;
    if (event.type === 'WorkspaceCreated') {
      const { workspaceId: id, name, slug, logo, plan, mode, ownerId, settings } = event.data;
      const shared = { id, name, slug, logo, plan, mode, ownerId, graceUntil: null, createdAt: updatedAt, updatedAt };
      return { ...shared, topPlan: plan, settings: effectiveSettings(settings) };
    }
    if (!view) return undefined;
    switch (event.type) {
      case 'WorkspaceRenamed':
      case 'WorkspaceSlugChanged':
      case 'WorkspaceLogoChanged':
        return { ...view, ...event.data, updatedAt };
      case 'WorkspacePlanChanged': {
        const { plan } = event.data;
        const topPlan = comparePlans(plan, view.topPlan) > 0 ? plan : view.topPlan;
        return { ...view, ...event.data, topPlan, updatedAt };
      }
      case 'WorkspaceGraceEnded':
        return { ...view, graceUntil: null, updatedAt };
      case 'WorkspaceSettingsChanged':
        return { ...view, settings: effectiveSettings(event.data.settings), updatedAt };
      case 'OwnershipTransferred':
        return { ...view, ownerId: event.data.toUserId, updatedAt };
      case 'WorkspaceDeleted':
        return undefined;
      case 'InvitationMailed':
      case 'WorkspacePurchaseBoundChanged':
      case 'MemberJoined':
      case 'MemberRoleChanged':
      case 'MemberLeft':
      case 'WorkspaceDeletionRequested':
      case 'WorkspaceErased':
      case 'InvitationSent':
      case 'InvitationResent':
      case 'InvitationAccepted':
      case 'InvitationDeleted':
      case 'InvitationLapsed':
      case 'OwnershipTransferRequested':
      case 'OwnershipTransferCancelled':
      case 'OwnershipTransferDeclined':
      case 'OwnershipTransferExpired':
        return view;
      default:
        return unreachable(event);
    }
  },
};
