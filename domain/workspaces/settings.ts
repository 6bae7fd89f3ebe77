import { z } from 'zod';
import { isSameValue } from '../kernel/changed-fields.ts';
import { silentlyStripped } from '../kernel/ignored-fields.ts';
import { Platform, platforms } from '../platforms/platform.ts';
import { entriesOf } from '../kernel/keys-of.ts';

/**
 * The settings of a workspace. Unknown keys are stripped, not refused, among them the internal
 * `calendar_execution_path`; a known key of a wrong type is refused.
 */
export const WorkspaceSettings = z
  .object({
    /** Master switch for approval gating. */
    require_approval: z.boolean(),
    /** Gates publishing or scheduling on approval. */
    approve_content: z.boolean(),
    /** Gates setting `scheduledFor` on approval. */
    approve_schedule: z.boolean(),
    /** Who wrote a post, or put it up for approval, does not decide about it. */
    separate_duties: z.boolean(),
    week_start_day: z.enum(['sunday', 'monday']),
    /** Days after publishing before a post is archived; 0 never. */
    autoArchiveDays: z.union(
      [z.literal(0), z.literal(30), z.literal(60), z.literal(90), z.literal(180)],
      'must be 0, 30, 60, 90 or 180 days',
    ),
    /** Empty means all. */
    allowedPlatforms: z.array(Platform).max(platforms.length),
    /** Set by system administrators only. */
    platformBetaTester: z.boolean(),
    /** Adds a silent audio track for platforms that require one. */
    autoPrepareVideoAudio: z.boolean(),
  })
  .partial()
  .meta({ id: 'WorkspaceSettings', ...silentlyStripped });
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export type EffectiveSettings = Readonly<Required<WorkspaceSettings>>;

/** The defaults: `approve_content` follows the master switch until it is set itself. */
export const effectiveSettings = (settings: WorkspaceSettings): EffectiveSettings => ({
  require_approval: settings.require_approval ?? false,
  approve_content: settings.approve_content ?? settings.require_approval ?? false,
  approve_schedule: settings.approve_schedule ?? false,
  separate_duties: settings.separate_duties ?? false,
  week_start_day: settings.week_start_day ?? 'sunday',
  autoArchiveDays: settings.autoArchiveDays ?? 0,
  allowedPlatforms: settings.allowedPlatforms ?? [],
  platformBetaTester: settings.platformBetaTester ?? false,
  autoPrepareVideoAudio: settings.autoPrepareVideoAudio ?? true,
});

/**
 * Settings after a change: each given key replaces its value, the others are unchanged. A key that was never set and
 * has the given value anyway stays unset, so settings that are read and written back are the same settings: an
 * `approve_content` that followed `require_approval` still follows it.
 */
export const withSettings = (settings: WorkspaceSettings, changes: WorkspaceSettings): WorkspaceSettings => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const all: WorkspaceSettings = { ...settings, ...given };
  const ofItself = (key: keyof WorkspaceSettings): boolean => {
    const { [key]: _given, ...others } = all;
    return settings[key] === undefined && isSameValue(effectiveSettings(others)[key], all[key]);
  };
  return Object.fromEntries(entriesOf(all).filter(([key]) => !ofItself(key)));
};
