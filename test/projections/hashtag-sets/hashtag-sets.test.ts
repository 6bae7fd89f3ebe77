import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { hashtagSets } from '../../../projections/hashtag-sets/hashtag-sets.ts';

const given = specFor(hashtagSets);
const at = (minute: number) => `2026-01-05T09:0${minute}:00.000Z`;
const in1 = (minute: number) => ({ stream: 'hashtagSet-s1', workspaceId: 'w1', at: at(minute) });
const created = event('HashtagSetCreated', { hashtagSetId: 's1', name: 'Launch', tags: ['new'] }, in1(0));

describe('the read model hashtag_sets', () => {
  it('has each set with the moment of its last change', () =>
    given(created)
      .when(event('HashtagSetTagsChanged', { tags: ['now'] }, in1(1)))
      .then({
        id: 's1',
        workspace_id: 'w1',
        updated_at: at(1),
        view: { id: 's1', name: 'Launch', tags: ['now'], createdAt: at(0), updatedAt: at(1) },
      }));
  it('lacks a deleted set', () =>
    given(created)
      .when(event('HashtagSetDeleted', {}, in1(1)))
      .then());
});
