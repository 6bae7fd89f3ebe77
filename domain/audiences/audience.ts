import { defined } from '../kernel/defined.ts';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { notFound } from '../kernel/refused.ts';
import {
  AudienceChanged,
  AudienceCreated,
  AudienceDeleted,
  type AudienceContent,
  type AudienceEvent,
} from './audience-events.ts';

export type SavedAudience = Readonly<{ kind: 'existing'; id: string; content: AudienceContent }>;
export type AudienceState = Readonly<{ kind: 'absent' }> | SavedAudience | Readonly<{ kind: 'deleted' }>;

/** Absent fields do not change. */
type Changes = Readonly<{ [Name in keyof AudienceContent]?: AudienceContent[Name] | undefined }>;

export type AudienceCommand =
  | Readonly<{ type: 'create-audience'; audienceId: string; content: AudienceContent }>
  | Readonly<{ type: 'change-audience'; changes: Changes }>
  | Readonly<{ type: 'delete-audience' }>;

const decide = (command: AudienceCommand, state: AudienceState): readonly AudienceEvent[] => {
  if (command.type === 'create-audience') {
    const { audienceId, content } = command;
    return state.kind === 'absent' ? [AudienceCreated({ audienceId, ...content })] : [];
  }
  if (state.kind === 'deleted' && command.type === 'delete-audience') return [];
  if (state.kind !== 'existing') throw notFound('audience');
  switch (command.type) {
    case 'change-audience': {
      const different = changedFields(state.content, command.changes);
      return different ? [AudienceChanged(different)] : [];
    }
    case 'delete-audience':
      return [AudienceDeleted({ audienceId: state.id })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: AudienceState, event: AudienceEvent): AudienceState => {
  switch (event.type) {
    case 'AudienceCreated': {
      const { audienceId: id, ...content } = event.data;
      return { kind: 'existing', id, content };
    }
    case 'AudienceChanged':
      return state.kind === 'existing' ? { ...state, content: { ...state.content, ...defined(event.data) } } : state;
    case 'AudienceDeleted':
      return { kind: 'deleted' };
    default:
      return unreachable(event);
  }
};

/** `audience-<id>`: rules that choose contacts, under a name. */
export const audience: Decider<AudienceState, AudienceCommand, AudienceEvent> = {
  category: 'audience',
  initial: { kind: 'absent' },
  decide,
  evolve,
};
