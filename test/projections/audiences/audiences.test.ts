import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { audiences } from '../../../projections/audiences/audiences.ts';

const given = specFor(audiences);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'audience-a1', workspaceId: 'w1', at: at(minute) });
const content = { name: 'VIPs', description: null, segmentRules: { tags: ['vip'] } };
const created = event('AudienceCreated', { audienceId: 'a1', ...content }, in1(0));

describe('the read model audiences', () => {
  it('has the present form of each audience', () =>
    given(created)
      .when(event('AudienceChanged', { description: 'The best' }, in1(1)))
      .then({
        id: 'a1',
        workspace_id: 'w1',
        created_at: at(0),
        view: {
          id: 'a1',
          workspaceId: 'w1',
          ...content,
          description: 'The best',
          createdAt: at(0),
          updatedAt: at(1),
        },
      }));
  it('lacks a deleted audience', () =>
    given(created)
      .when(event('AudienceDeleted', { audienceId: 'a1' }, in1(1)))
      .then());
});
