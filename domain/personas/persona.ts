import type { z } from 'zod';
import { changedFields, isSameValue } from '../kernel/changed-fields.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { notFound, Refused } from '../kernel/refused.ts';
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
  type PersonaEvent,
} from './persona-events.ts';
import {
  bytesOf,
  differentPlatforms,
  maxArcs,
  maxLinkedAccounts,
  maxMemory,
  maxModuleBytes,
  maxModulesBytes,
  orderedModules,
  PersonaArc,
  type PersonaMemory,
  PersonaModule,
} from './persona-fields.ts';
import { defined } from '../kernel/defined.ts';

type Created = z.output<typeof PersonaCreated.schema>;
export type PersonaProfile = Pick<Created, 'name' | 'description' | 'primaryPlatform' | 'platforms' | 'avatarUrl'>;

export type Persona = PersonaProfile &
  Readonly<{
    versionNumber: number;
    modules: readonly PersonaModule[];
    accountIds: readonly string[];
    arcs: readonly PersonaArc[];
    memory: readonly PersonaMemory[];
    evolves: boolean;
  }>;

export type PersonaState = Persona | 'absent' | 'deleted';

type Version = Readonly<{ versionId: string; modules: readonly PersonaModule[] }>;

export type PersonaCommand =
  | Readonly<{ type: 'create-persona'; data: Created; version: Version }>
  | Readonly<{
      type: 'change-profile';
      change: { readonly [Name in keyof PersonaProfile]?: PersonaProfile[Name] | undefined };
    }>
  /** The given modules replace those of their types. */
  | Readonly<{ type: 'change-modules'; version: Version }>
  | Readonly<{ type: 'link-account' | 'unlink-account'; accountId: string }>
  | Readonly<{ type: 'save-arc'; arc: PersonaArc }>
  | Readonly<{ type: 'delete-arc'; arcId: string }>
  | Readonly<{ type: 'evolve'; entry: PersonaMemory; version: Version }>
  | Readonly<{ type: 'switch-evolution'; enabled: boolean }>
  | Readonly<{ type: 'delete-persona' }>;

/** Modules in lists that an event can hold. */
const inEvents = (modules: readonly PersonaModule[]): PersonaModule[][] => {
  const lists: PersonaModule[][] = [];
  let bytes = Infinity;
  for (const module of modules) {
    const more = bytesOf(module);
    if (bytes + more > maxModuleBytes) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(module);
    bytes += more;
  }
  return lists;
};

/** A new version with those of these modules that differ from the active one. */
const activated = (
  { versionId, modules }: Version,
  before: Pick<Persona, 'modules' | 'versionNumber'>,
): readonly PersonaEvent[] => {
  // Parsing gives the fields the order of the stored ones.
  const changed = orderedModules(modules.map((module) => PersonaModule.parse(module))).filter(
    (module) => !before.modules.some((known) => known.moduleType === module.moduleType && isSameValue(known, module)),
  );
  if (changed.length === 0) return [];
  if (bytesOf(orderedModules([...before.modules, ...changed])) > maxModulesBytes)
    throw new Refused('VALIDATION_ERROR', `modules: together at most ${maxModulesBytes} bytes as JSON`, {
      field: 'modules',
    });
  const versionNumber = before.versionNumber + 1;
  return inEvents(changed).map((some) => PersonaVersionActivated({ versionId, versionNumber, modules: some }));
};

/** Keeps the primary platform among the platforms; the first is primary where none is named. */
const platformsAfter = (
  { platforms, primaryPlatform }: Partial<Pick<PersonaProfile, 'platforms' | 'primaryPlatform'>>,
  before: PersonaProfile,
): Pick<PersonaProfile, 'platforms' | 'primaryPlatform'> => {
  const primary = primaryPlatform ?? platforms?.[0] ?? before.primaryPlatform;
  const all = differentPlatforms(platforms ?? before.platforms);
  return { primaryPlatform: primary, platforms: all.includes(primary) ? all : differentPlatforms([primary, ...all]) };
};

const changedProfile = (
  { platforms, primaryPlatform, ...rest }: Extract<PersonaCommand, { type: 'change-profile' }>['change'],
  state: Persona,
): readonly PersonaEvent[] => {
  const named = {
    ...defined({ platforms, primaryPlatform }),
  };
  const wanted: Partial<PersonaProfile> = { ...rest, ...platformsAfter(named, state) } as Partial<PersonaProfile>;
  const changes = changedFields<PersonaProfile>(state, wanted);
  return changes ? [PersonaProfileChanged(changes)] : [];
};

const tooMany = (what: string, max: number): Refused =>
  new Refused('VALIDATION_ERROR', `A persona has at most ${max} ${what}`, { max });

const savedArc = (given: PersonaArc, { arcs }: Persona): readonly PersonaEvent[] => {
  // Parsing gives the fields the order of the stored ones.
  const arc = PersonaArc.parse(given);
  const known = arcs.find(({ id }) => id === arc.id);
  if (isSameValue(known, arc)) return [];
  if (!known && arcs.length >= maxArcs) throw tooMany('arcs', maxArcs);
  return [PersonaArcSaved({ arc })];
};

const decide = (command: PersonaCommand, state: PersonaState): readonly PersonaEvent[] => {
  if (command.type === 'create-persona') {
    if (state !== 'absent') return [];
    return [PersonaCreated(command.data), ...activated(command.version, { modules: [], versionNumber: 0 })];
  }
  if (command.type === 'delete-persona' && state === 'deleted') return [];
  if (typeof state === 'string') throw notFound('Persona');
  switch (command.type) {
    case 'change-profile':
      return changedProfile(command.change, state);
    case 'change-modules':
      return activated(command.version, state);
    case 'link-account':
      if (state.accountIds.includes(command.accountId)) return [];
      if (state.accountIds.length >= maxLinkedAccounts) throw tooMany('linked accounts', maxLinkedAccounts);
      return [PersonaAccountLinked({ accountId: command.accountId })];
    case 'unlink-account':
      return state.accountIds.includes(command.accountId)
        ? [PersonaAccountUnlinked({ accountId: command.accountId })]
        : [];
    case 'save-arc':
      return savedArc(command.arc, state);
    case 'delete-arc':
      return state.arcs.some(({ id }) => id === command.arcId) ? [PersonaArcDeleted({ arcId: command.arcId })] : [];
    case 'evolve': {
      if (state.memory.some(({ id }) => id === command.entry.id)) return [];
      if (!state.evolves)
        throw new Refused('CONFLICT', 'The evolution of this persona is switched off', { reason: 'evolution_off' });
      return [...activated(command.version, state), PersonaEvolved({ entry: command.entry })];
    }
    case 'switch-evolution':
      return command.enabled === state.evolves ? [] : [PersonaEvolutionSwitched({ enabled: command.enabled })];
    case 'delete-persona':
      return [PersonaDeleted({})];
    default:
      return unreachable(command);
  }
};

/** What a persona remembers: the newest entries. */
export const remembered = (memory: readonly PersonaMemory[], entry: PersonaMemory): readonly PersonaMemory[] =>
  [...memory, entry].slice(-maxMemory);

export const savedAmong = (arcs: readonly PersonaArc[], arc: PersonaArc): readonly PersonaArc[] =>
  arcs.some(({ id }) => id === arc.id) ? arcs.map((one) => (one.id === arc.id ? arc : one)) : [...arcs, arc];

const evolve = (state: PersonaState, event: PersonaEvent): PersonaState => {
  if (event.type === 'PersonaCreated') {
    const { name, description, primaryPlatform, platforms, avatarUrl, memory } = event.data;
    const profile = { name, description, primaryPlatform, platforms, avatarUrl };
    return { ...profile, memory, versionNumber: 0, modules: [], accountIds: [], arcs: [], evolves: true };
  }
  if (typeof state === 'string') return state;
  switch (event.type) {
    case 'PersonaProfileChanged':
      return { ...state, ...event.data } as Persona;
    case 'PersonaVersionActivated': {
      const { versionNumber, modules } = event.data;
      return { ...state, versionNumber, modules: orderedModules([...state.modules, ...modules]) };
    }
    case 'PersonaAccountLinked':
      return { ...state, accountIds: [...state.accountIds, event.data.accountId] };
    case 'PersonaAccountUnlinked':
      return { ...state, accountIds: state.accountIds.filter((id) => id !== event.data.accountId) };
    case 'PersonaArcSaved':
      return { ...state, arcs: savedAmong(state.arcs, event.data.arc) };
    case 'PersonaArcDeleted':
      return { ...state, arcs: state.arcs.filter(({ id }) => id !== event.data.arcId) };
    case 'PersonaEvolved':
      return { ...state, memory: remembered(state.memory, event.data.entry) };
    case 'PersonaEvolutionSwitched':
      return { ...state, evolves: event.data.enabled };
    case 'PersonaDeleted':
      return 'deleted';
    default:
      return unreachable(event);
  }
};

/** `persona-<id>`: the profile of a voice, with the modules of its active version. */
export const persona: Decider<PersonaState, PersonaCommand, PersonaEvent> = {
  category: 'persona',
  initial: 'absent',
  decide,
  evolve,
};
