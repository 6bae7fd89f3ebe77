import { deletedMedia } from '../../../projections/media/deleted-media.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';

const given = specFor(deletedMedia);
const of = (id: string) => ({ stream: `media-${id}`, workspaceId: 'w1' });
const deleted = (...keys: string[]) => event('MediaDeleted', { mediaId: 'm1', keys }, of('m1'));

describe('the read model deleted_media', () => {
  it('has one row for each file that was deleted', () => {
    given().when(deleted('k1')).then({ id: 'm1', workspace_id: 'w1' });
  });
  it('has none for a registered file, whose bytes stay elsewhere', () => {
    given().when(deleted()).thenNoRows();
  });
});
