import { expect } from 'chai';
import { defaultPersona, DefaultPersonaChanged } from '../../../domain/personas/default-persona.ts';
import {
  PersonaAccountLinked,
  PersonaAccountUnlinked,
  PersonaArcDeleted,
  PersonaArcSaved,
  PersonaCreated,
  PersonaDeleted,
  PersonaEvolutionSwitched,
  PersonaEvolved,
  PersonaProfileChanged,
  PersonaVersionActivated,
} from '../../../domain/personas/persona-events.ts';
import { maxMemory, type PersonaModule } from '../../../domain/personas/persona-fields.ts';
import { persona } from '../../../domain/personas/persona.ts';
import { specFor } from '../../support/spec.ts';

const at = '2026-01-05T09:00:00.000Z';
const profile = { name: 'Ada', description: null, primaryPlatform: 'x', platforms: ['x'], avatarUrl: null };
const data = { personaId: 'p1', ...profile, origin: 'wizard' as const, memory: [] };
const voice = (tone: string): PersonaModule => ({ moduleType: 'voice', data: { tone }, schemaVersion: 1 });
const pillars: PersonaModule = { moduleType: 'pillars', data: { list: ['a'] }, schemaVersion: 1 };
const version = (modules: PersonaModule[], versionId = 'v') => ({ versionId, modules });
const activated = (versionNumber: number, modules: PersonaModule[]) =>
  PersonaVersionActivated({ versionId: 'v', versionNumber, modules });
const entry = (id: string) => ({ id, content: 'Short lines work.', createdAt: at });

describe('a persona', () => {
  const given = specFor(persona);
  const created = PersonaCreated(data);
  const complete = [created, activated(1, [voice('dry')])];

  it('is created with a version where it has modules', () => {
    given()
      .when({ type: 'create-persona', data, version: version([]) })
      .then(created);
    given()
      .when({ type: 'create-persona', data, version: version([pillars, voice('dry')]) })
      .then(created, activated(1, [voice('dry'), pillars]));
  });
  it('begins a version with each change of modules, with what differs', () => {
    given(...complete)
      .when({ type: 'change-modules', version: version([voice('dry'), pillars]) })
      .then(activated(2, [pillars]));
    given(...complete)
      .when({ type: 'change-modules', version: version([voice('dry')]) })
      .thenNothing();
  });
  it('begins one version with modules that fill several events', () => {
    const large = (['voice', 'pillars', 'audience'] as const).map((moduleType) => ({
      moduleType,
      schemaVersion: 1,
      data: { text: 'ü'.repeat(14_000) },
    }));
    const [voices, pillarsOf, audience] = large;
    given(created)
      .when({ type: 'change-modules', version: version(large) })
      .then(activated(1, voices && pillarsOf ? [voices, pillarsOf] : []), activated(1, audience ? [audience] : []));
  });
  it('has modules of bounded size', () =>
    given(created)
      .when({
        type: 'change-modules',
        version: version(
          (['voice', 'pillars', 'audience', 'visual_style'] as const).map((moduleType) => ({
            moduleType,
            schemaVersion: 1,
            data: { text: 'x'.repeat(59_000) },
          })),
        ),
      })
      .thenRefused('VALIDATION_ERROR'));
  it('has the first of its platforms as the primary one where none is named', () => {
    given(created)
      .when({ type: 'change-profile', change: { platforms: ['linkedin', 'x'] } })
      .then(PersonaProfileChanged({ primaryPlatform: 'linkedin', platforms: ['linkedin', 'x'] }));
    given(created)
      .when({ type: 'change-profile', change: { primaryPlatform: 'threads' } })
      .then(PersonaProfileChanged({ primaryPlatform: 'threads', platforms: ['threads', 'x'] }));
    given(created)
      .when({ type: 'change-profile', change: { name: 'Ada', description: null } })
      .thenNothing();
  });
  it('is linked to accounts, each once', () => {
    const linked = PersonaAccountLinked({ accountId: 'a' });
    given(created).when({ type: 'link-account', accountId: 'a' }).then(linked);
    given(created, linked).when({ type: 'link-account', accountId: 'a' }).thenNothing();
    given(created, linked)
      .when({ type: 'unlink-account', accountId: 'a' })
      .then(PersonaAccountUnlinked({ accountId: 'a' }));
    given(created).when({ type: 'unlink-account', accountId: 'a' }).thenNothing();
  });
  it('has arcs', () => {
    const fields = { title: 'Launch', description: null, startsAt: null, endsAt: null };
    const arc = { ...fields, id: 'arc', status: 'active' as const };
    given(created).when({ type: 'save-arc', arc }).then(PersonaArcSaved({ arc }));
    given(created, PersonaArcSaved({ arc }))
      .when({ type: 'delete-arc', arcId: 'arc' })
      .then(PersonaArcDeleted({ arcId: 'arc' }));
  });
  it('evolves unless that is switched off, and remembers the newest', () => {
    given(...complete)
      .when({ type: 'evolve', entry: entry('m'), version: version([voice('warm')]) })
      .then(activated(2, [voice('warm')]), PersonaEvolved({ entry: entry('m') }));
    const off = PersonaEvolutionSwitched({ enabled: false });
    given(created).when({ type: 'switch-evolution', enabled: false }).then(off);
    given(created, off)
      .when({ type: 'evolve', entry: entry('m'), version: version([]) })
      .thenRefused('CONFLICT');
    const many = Array.from({ length: maxMemory + 5 }, (_none, index) => PersonaEvolved({ entry: entry(`m${index}`) }));
    const state = [created, ...many].reduce(persona.evolve, persona.initial);
    expect(typeof state === 'object' && state.memory.map(({ id }) => id)[0]).to.equal('m5');
  });
  it('is deleted once, and not found after that', () => {
    given(created).when({ type: 'delete-persona' }).then(PersonaDeleted({}));
    given(created, PersonaDeleted({})).when({ type: 'delete-persona' }).thenNothing();
    given(created, PersonaDeleted({})).when({ type: 'change-profile', change: {} }).thenRefused('NOT_FOUND');
    given().when({ type: 'link-account', accountId: 'a' }).thenRefused('NOT_FOUND');
  });
});

describe('the default persona', () => {
  const given = specFor(defaultPersona);
  const isP1 = DefaultPersonaChanged({ personaId: 'p1' });

  it('is one', () => {
    given().when({ type: 'set-default-persona', personaId: 'p1' }).then(isP1);
    given(isP1).when({ type: 'set-default-persona', personaId: 'p1' }).thenNothing();
    given(isP1)
      .when({ type: 'set-default-persona', personaId: 'p2' })
      .then(DefaultPersonaChanged({ personaId: 'p2' }));
  });
  it('ends with its persona, and stays where another was deleted', () => {
    given(isP1)
      .when({ type: 'clear-default-persona', personaId: 'p1' })
      .then(DefaultPersonaChanged({ personaId: null }));
    given(isP1).when({ type: 'clear-default-persona', personaId: 'p2' }).thenNothing();
  });
});
