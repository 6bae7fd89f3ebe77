import type { AiProvider } from '../../domain/ai/ai-provider.ts';
import type { OwnAiProvider } from '../../domain/ai/ai-key.ts';
import type { PublishedHour } from '../../domain/ai/best-times.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { CreditsOffice } from '../credits/credits-of.ts';

export type AiCaller = Readonly<{ workspaceId: string; mode: Mode }>;

/** Keeps the keys of workspaces sealed. */
export interface AiKeyVault {
  get(workspaceId: string): Promise<string | undefined>;
  /** Replaces any key; returns the version. */
  put(workspaceId: string, key: string): Promise<number>;
  remove(workspaceId: string): Promise<void>;
}

/** What a workspace published in the last 90 days, by the hours of the week in a timezone. */
export type PublishedHoursOf = (
  asked: Readonly<{ workspaceId: string; platforms: readonly Platform[]; timezone: string; now: string }>,
) => Promise<readonly PublishedHour[]>;

export type AiPorts = Readonly<{
  credits: Pick<CreditsOffice, 'reserve' | 'capture' | 'release' | 'entitlement'>;
  /** The provider of the service; undefined where none is configured. */
  provider(caller: AiCaller): AiProvider | undefined;
  /** A provider that is asked with the workspace's own key. */
  ownProvider(caller: AiCaller, key: Readonly<{ provider: OwnAiProvider; model: string; apiKey: string }>): AiProvider;
  keys: AiKeyVault;
  publishedHours: PublishedHoursOf;
}>;
