import type { AutomationContent } from '../../domain/comment-automations/automation-events.ts';
import type { OwnName } from '../../domain/comment-automations/matching.ts';
import type { CommentOnPlatform } from '../../domain/comments/comment-on-platform.ts';
import type { Messaging } from '../../domain/contacts/messaging.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { NativeObject } from '../../domain/platforms/publisher.ts';

export type ActiveAutomation = AutomationContent & Readonly<{ id: string; activeSince: string }>;

export type MatchingPorts = Readonly<{
  /** The automations of a workspace that are on, the oldest first, once every earlier write counts. */
  activeAutomations(workspaceId: string): Promise<readonly ActiveAutomation[]>;
  /** How a platform names the connected accounts of a workspace. */
  ownNames(workspaceId: string, platform: Platform): Promise<readonly OwnName[]>;
}>;

export type AutomationRunPorts = Readonly<{
  /** Replies to a comment on its platform. Throws only `PlatformError`. */
  replyToComment(
    comment: CommentOnPlatform,
    text: string,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<NativeObject>;
  messaging: Messaging;
}>;
