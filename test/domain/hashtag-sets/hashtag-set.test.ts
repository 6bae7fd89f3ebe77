import { expect } from 'chai';
import { comparableName, hashtagSetName } from '../../../domain/hashtag-sets/hashtag-set-name.ts';
import { HashtagSetNameReleased, HashtagSetNameReserved } from '../../../domain/hashtag-sets/hashtag-set-name.ts';
import {
  HashtagSetCreated,
  HashtagSetDeleted,
  HashtagSetRenamed,
  HashtagSetTagsChanged,
  hashtagSet,
} from '../../../domain/hashtag-sets/hashtag-set.ts';
import { Tags } from '../../../domain/hashtag-sets/tags.ts';
import { specFor } from '../../support/spec.ts';

describe('a hashtag set', () => {
  const given = specFor(hashtagSet);
  const created = HashtagSetCreated({ hashtagSetId: 's1', name: 'Launch', tags: ['new', 'now'] });

  it('is created with its name and tags', () =>
    given()
      .when({ type: 'create-hashtag-set', hashtagSetId: 's1', name: 'Launch', tags: ['new', 'now'] })
      .then(created));
  it('changes what is different from before', () =>
    given(created)
      .when({ type: 'change-hashtag-set', name: 'Launch day', tags: ['new'] })
      .then(HashtagSetRenamed({ name: 'Launch day' }), HashtagSetTagsChanged({ tags: ['new'] })));
  it('does not change to what it is', () =>
    given(created)
      .when({ type: 'change-hashtag-set', name: 'Launch', tags: ['new', 'now'] })
      .thenNothing());
  it('keeps the order of its tags', () =>
    given(created)
      .when({ type: 'change-hashtag-set', tags: ['now', 'new'] })
      .then(HashtagSetTagsChanged({ tags: ['now', 'new'] })));
  it('is deleted once', () => {
    given(created).when({ type: 'delete-hashtag-set' }).then(HashtagSetDeleted({}));
    given(created, HashtagSetDeleted({})).when({ type: 'delete-hashtag-set' }).thenNothing();
  });
  it('is not found before its creation and after its deletion', () => {
    given().when({ type: 'delete-hashtag-set' }).thenRefused('NOT_FOUND');
    given().when({ type: 'change-hashtag-set', name: 'X' }).thenRefused('NOT_FOUND');
    given(created, HashtagSetDeleted({})).when({ type: 'change-hashtag-set', name: 'X' }).thenRefused('NOT_FOUND');
  });
});

describe('the name of a hashtag set', () => {
  const given = specFor(hashtagSetName);
  const now = '2026-01-05T09:00:00.000Z';
  const reserved = HashtagSetNameReserved({ name: 'Launch', hashtagSetId: 's1' });

  it('belongs to one set of the workspace', () => {
    given().when({ type: 'reserve', holder: 's1', name: 'Launch', now }).then(reserved);
    given(reserved)
      .when({ type: 'reserve', holder: 's2', name: 'launch', now })
      .thenRefused('VALIDATION_ERROR', /another hashtag set is named launch/);
  });
  it('is free after its release', () => {
    const released = HashtagSetNameReleased({ name: 'Launch', hashtagSetId: 's1' });
    given(reserved).when({ type: 'release', holder: 's1', name: 'Launch' }).then(released);
    given(reserved, released)
      .when({ type: 'reserve', holder: 's2', name: 'Launch', now })
      .then(HashtagSetNameReserved({ name: 'Launch', hashtagSetId: 's2' }));
  });
  it('is the same in any casing', () => expect(comparableName('ÄPFEL')).to.equal(comparableName('äpfel')));
});

describe('the tags of a hashtag set', () => {
  const isValid = (tags: unknown): boolean => Tags.safeParse(tags).success;

  it('lose their #, their spaces at the ends, their capitals and their doubles', () =>
    expect(Tags.parse(['#Launch', '  now ', ' ##NOW', 'größe'])).to.deep.equal(['launch', 'now', 'größe']));
  it('are one to thirty', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`);
    expect([0, 1, 30, 31].map((count) => isValid(many(count)))).to.deep.equal([false, true, true, false]);
  });
  it('have one to fifty characters without their #', () => {
    expect(['', '#', 'x'.repeat(50), `#${'x'.repeat(50)}`, 'x'.repeat(51)].map((tag) => isValid([tag]))).to.deep.equal([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
