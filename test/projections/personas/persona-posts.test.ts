import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { personaPosts } from '../../../projections/personas/persona-posts.ts';

const given = specFor(personaPosts);
const of = (postId: string) => ({ stream: `post-${postId}`, workspaceId: 'w1' });
const created = (postId: string, personaId: string | null) =>
  event(
    'PostCreated',
    {
      postId,
      personaId,
      content: 'Tea',
      contentType: 'TEXT',
      media: [],
      overrides: {},
      threadItems: [],
      firstComment: null,
      firstCommentDelay: 0,
      platformMetadata: {},
      metadata: {},
      destinations: [],
      scheduledFor: null,
      createdById: null,
    },
    of(postId),
  );
const edited = (postId: string, changes: { personaId?: string | null; content?: string }) =>
  event('PostEdited', { changes }, of(postId));
const row = (post_id: string, persona_id: string) => ({ post_id, workspace_id: 'w1', persona_id });

describe('the read model of posts by persona', () => {
  it('are those created with one or given one later, under the last one given', () => {
    const history = [created('1', 'p1'), created('2', null), created('3', 'p1')];
    given(...history)
      .when()
      .then(row('1', 'p1'), row('3', 'p1'));
    given(...history)
      .when(edited('1', { personaId: 'p2' }), edited('2', { personaId: 'p1' }), edited('3', { content: 'Coffee' }))
      .then(row('1', 'p2'), row('2', 'p1'), row('3', 'p1'));
  });
  it('lack a post whose persona is removed, and a deleted post', () => {
    const history = [created('1', 'p1'), created('2', null), created('3', 'p1')];
    given(...history)
      .when(edited('1', { personaId: null }), event('PostDeleted', {}, of('2')))
      .then(row('3', 'p1'));
    given(...history)
      .when(event('PostDeleted', {}, of('1')), event('PostDeleted', {}, of('3')))
      .thenNoRows();
  });
});
