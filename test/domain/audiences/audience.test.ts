import { AudienceChanged, AudienceCreated, AudienceDeleted } from '../../../domain/audiences/audience-events.ts';
import { audience } from '../../../domain/audiences/audience.ts';
import { specFor } from '../../support/spec.ts';

describe('an audience', () => {
  const given = specFor(audience);
  const content = { name: 'VIPs', description: null, segmentRules: { tags: ['vip'] } };
  const created = AudienceCreated({ audienceId: 'a1', ...content });

  it('is created once', () => given().when({ type: 'create-audience', audienceId: 'a1', content }).then(created));
  it('changes what is different from before', () =>
    given(created)
      .when({ type: 'change-audience', changes: { name: 'VIPs', segmentRules: { tags: ['vip', 'es'] } } })
      .then(AudienceChanged({ segmentRules: { tags: ['vip', 'es'] } })));
  it('does not change to what it is', () =>
    given(created)
      .when({ type: 'change-audience', changes: { name: undefined, segmentRules: { tags: ['vip'] } } })
      .thenNothing());
  it('is deleted once, and not found afterwards', () => {
    given(created)
      .when({ type: 'delete-audience' })
      .then(AudienceDeleted({ audienceId: 'a1' }));
    given(created, AudienceDeleted({ audienceId: 'a1' }))
      .when({ type: 'delete-audience' })
      .thenNothing();
    given(created, AudienceDeleted({ audienceId: 'a1' }))
      .when({ type: 'change-audience', changes: { name: 'X' } })
      .thenRefused('NOT_FOUND');
  });
});
