import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { PersonaEvent } from './persona-events.ts';
import { orderedModules, type PersonaArc, type PersonaMemory, type PersonaModule } from './persona-fields.ts';
import { remembered, savedAmong, type PersonaProfile } from './persona.ts';

/** The most versions that a persona shows; the history has all of them. */
const maxShownVersions = 50;

export type PersonaVersion = Readonly<{ id: string; versionNumber: number; createdAt: string }>;

/** A persona in the form of its answers, without whether it is the workspace's default. */
export type PersonaView = PersonaProfile &
  Readonly<{
    id: string;
    workspaceId: string;
    linkedAccountIds: readonly string[];
    modules: readonly PersonaModule[];
    /** Newest first; the first is the active one. */
    versions: readonly PersonaVersion[];
    memory: readonly PersonaMemory[];
    arcs: readonly (PersonaArc & Readonly<{ createdAt: string; updatedAt: string }>)[];
    evolves: boolean;
    evolutions: number;
    lastEvolvedAt: string | null;
    createdAt: string;
    updatedAt: string;
  }>;

/** The summary of the lists. */
export const summaryOf = ({
  id,
  name,
  description,
  primaryPlatform,
  platforms,
  avatarUrl,
  linkedAccountIds,
  createdAt,
  updatedAt,
}: PersonaView) => ({
  id,
  name,
  description,
  primaryPlatform,
  platforms,
  avatarUrl,
  linkedAccountIds,
  createdAt,
  updatedAt,
});
export type PersonaSummary = ReturnType<typeof summaryOf>;

const evolved = (view: PersonaView, event: Parameters<typeof personaView.evolve>[1]): PersonaView | undefined => {
  const at = event.meta.occurredAt;
  switch (event.type) {
    case 'PersonaProfileChanged':
      return { ...view, ...event.data } as PersonaView;
    case 'PersonaVersionActivated': {
      const { versionId: id, versionNumber, modules } = event.data;
      const others = view.versions.filter((version) => version.id !== id);
      const versions = [{ id, versionNumber, createdAt: at }, ...others].slice(0, maxShownVersions);
      return { ...view, versions, modules: orderedModules([...view.modules, ...modules]) };
    }
    case 'PersonaAccountLinked':
      return { ...view, linkedAccountIds: [...view.linkedAccountIds, event.data.accountId] };
    case 'PersonaAccountUnlinked':
      return { ...view, linkedAccountIds: view.linkedAccountIds.filter((id) => id !== event.data.accountId) };
    case 'PersonaArcSaved': {
      const { arc } = event.data;
      const createdAt = view.arcs.find(({ id }) => id === arc.id)?.createdAt ?? at;
      return {
        ...view,
        arcs: savedAmong(view.arcs, arc).map((one) =>
          one.id === arc.id ? { ...arc, createdAt, updatedAt: at } : one,
        ) as PersonaView['arcs'],
      };
    }
    case 'PersonaArcDeleted':
      return { ...view, arcs: view.arcs.filter(({ id }) => id !== event.data.arcId) };
    case 'PersonaEvolved':
      return {
        ...view,
        memory: remembered(view.memory, event.data.entry),
        evolutions: view.evolutions + 1,
        lastEvolvedAt: at,
      };
    case 'PersonaEvolutionSwitched':
      return { ...view, evolves: event.data.enabled };
    case 'PersonaDeleted':
      return undefined;
    case 'PersonaCreated':
      return view;
    default:
      return unreachable(event);
  }
};

export const personaView: ViewFold<PersonaView, PersonaEvent> = {
  evolve: (view, event) => {
    const at = event.meta.occurredAt;
    if (event.type === 'PersonaCreated') {
      const { personaId: id, name, description, primaryPlatform, platforms, avatarUrl, memory } = event.data;
      const empty = { linkedAccountIds: [], modules: [], versions: [], arcs: [], evolves: true };
      const never = { evolutions: 0, lastEvolvedAt: null, createdAt: at, updatedAt: at };
      const { workspaceId } = event.meta;
      return { id, workspaceId, name, description, primaryPlatform, platforms, avatarUrl, memory, ...empty, ...never };
    }
    const after = view && evolved(view, event);
    return after && { ...after, updatedAt: at };
  },
};
