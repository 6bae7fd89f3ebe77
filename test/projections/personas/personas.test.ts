import { defaultPersonas } from '../../../projections/personas/default-personas.ts';
import { personaPosts } from '../../../projections/personas/persona-posts.ts';
import { personas } from '../../../projections/personas/personas.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';

const profile = { name: 'Ada', description: null, primaryPlatform: 'x', platforms: ['x'], avatarUrl: null };
const in1 = (at: string) => ({ stream: 'persona-p1', workspaceId: 'w1', at });
const first = '2026-01-05T09:00:00.000Z';
const second = '2026-01-05T10:00:00.000Z';
const created = event('PersonaCreated', { personaId: 'p1', ...profile, origin: 'wizard', memory: [] }, in1(first));

describe('the read model personas', () => {
  const given = specFor(personas);
  const module = { moduleType: 'voice' as const, data: { tone: 'dry' }, schemaVersion: 1 };

  it('has each persona whole, and its summary', () => {
    const summary = { id: 'p1', ...profile, linkedAccountIds: [], createdAt: first, updatedAt: second };
    given(created)
      .when(event('PersonaVersionActivated', { versionId: 'v', versionNumber: 1, modules: [module] }, in1(second)))
      .then({
        id: 'p1',
        workspace_id: 'w1',
        summary,
        view: {
          ...summary,
          workspaceId: 'w1',
          modules: [module],
          memory: [],
          arcs: [],
          evolves: true,
          versions: [{ id: 'v', versionNumber: 1, createdAt: second }],
          evolutions: 0,
          lastEvolvedAt: null,
        },
      });
  });
  it('lacks a deleted persona', () =>
    given(created)
      .when(event('PersonaDeleted', {}, in1(second)))
      .then());
});

describe('the read model default_personas', () => {
  const given = specFor(defaultPersonas);
  const of = { stream: 'defaultPersona-w1', workspaceId: 'w1' };
  const changed = (personaId: string | null) => event('DefaultPersonaChanged', { personaId }, of);

  it('has one persona of a workspace', () =>
    given(changed('p1')).when(changed('p2')).then({ workspace_id: 'w1', persona_id: 'p2' }));
  it('has no row without a default', () => given(changed('p1')).when(changed(null)).then());
});

describe('the read model persona_posts', () => {
  const given = specFor(personaPosts);
  const of = { stream: 'post-1', workspaceId: 'w1' };
  const edited = (personaId: string | null) => event('PostEdited', { changes: { personaId } }, of);
  const row = { post_id: '1', workspace_id: 'w1', persona_id: 'p1' };

  it('has the posts that refer to a persona', () => {
    given().when(edited('p1')).then(row);
    given(edited('p1'))
      .when(event('PostEdited', { changes: { content: 'New' } }, of))
      .then(row);
  });
  it('lacks posts without one, and deleted posts', () => {
    given(edited('p1')).when(edited(null)).then();
    given(edited('p1'))
      .when(event('PostDeleted', {}, of))
      .then();
  });
});
