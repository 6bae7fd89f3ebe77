import { ArchiveSwept, PlanLimitsApplied, postUpkeep } from '../../../domain/posts/upkeep.ts';
import { specFor } from '../../support/spec.ts';

const startedAt = '2026-01-05T09:00:00.000Z';
const swept = { round: 0, startedAt, archived: 2, next: null };
const levelled = { round: 0, plan: 'free', paused: 3, resumed: 0, more: false } as const;

describe('the upkeep of a workspace', () => {
  const given = specFor(postUpkeep);

  it('notes each round of archiving once', () => {
    given()
      .when({ type: 'note-archive-sweep', ...swept })
      .then(ArchiveSwept(swept));
    given(ArchiveSwept(swept))
      .when({ type: 'note-archive-sweep', ...swept, archived: 7 })
      .thenNothing();
  });
  it('notes each round of limits once, whatever was archived', () => {
    given(ArchiveSwept(swept))
      .when({ type: 'note-plan-limits', ...levelled })
      .then(PlanLimitsApplied(levelled));
    given(PlanLimitsApplied(levelled))
      .when({ type: 'note-plan-limits', ...levelled })
      .thenNothing();
  });
});
