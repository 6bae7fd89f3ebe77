import { defined } from '../kernel/defined.ts';
import type { Decider } from '../kernel/decider.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import {
  BroadcastChanged,
  BroadcastCreated,
  BroadcastDeleted,
  BroadcastScheduled,
  BroadcastUnscheduled,
  type BroadcastContent,
  type BroadcastEvent,
} from './broadcast-events.ts';
import type { BroadcastStatus } from './broadcast-fields.ts';
import { decideSending, evolveSending, type SendingCommand } from './broadcast-sending.ts';
import type { Broadcast, BroadcastState } from './broadcast-state.ts';

/** Absent fields do not change. */
type Changes = Readonly<{ [Name in keyof BroadcastContent]?: BroadcastContent[Name] | undefined }>;

export type BroadcastCommand =
  | Readonly<{
      type: 'create-broadcast';
      broadcastId: string;
      content: BroadcastContent;
      scheduledFor: string | null;
      now: string;
    }>
  | Readonly<{
      type: 'change-broadcast';
      changes: Changes;
      /** Null makes it a draft; undefined does not change the schedule. */
      scheduledFor?: string | null | undefined;
      now: string;
    }>
  | Readonly<{ type: 'delete-broadcast' }>
  | SendingCommand;

type Command<Type extends BroadcastCommand['type']> = Extract<BroadcastCommand, { type: Type }>;

/** How far in the past a schedule may be: clocks differ, and requests take time. */
const graceMs = 60_000;

const refusePast = (scheduledFor: string, now: string): void => {
  if (Date.parse(scheduledFor) >= Date.parse(now) - graceMs) return;
  const details = { field: 'scheduledFor', scheduledFor, now };
  throw new Refused('VALIDATION_ERROR', 'scheduledFor is in the past', details);
};

const refuseForeignSender = ({ sender, platforms }: BroadcastContent): void => {
  if (sender === null || platforms.includes(sender.platform)) return;
  const message = `socialAccountId: the account is on ${sender.platform}, which is not among the platforms`;
  throw new Refused('VALIDATION_ERROR', message, { field: 'socialAccountId' });
};

const create = ({
  broadcastId,
  content,
  scheduledFor,
  now,
}: Command<'create-broadcast'>): readonly BroadcastEvent[] => {
  refuseForeignSender(content);
  if (scheduledFor !== null) refusePast(scheduledFor, now);
  return [
    BroadcastCreated({ broadcastId, ...mutable(content) }),
    ...(scheduledFor === null ? [] : [BroadcastScheduled({ scheduledFor })]),
  ];
};

const mutable = ({ platforms, segmentRules, ...rest }: BroadcastContent) => ({
  ...rest,
  platforms: [...platforms],
  segmentRules: { ...segmentRules },
});

const change = (
  { changes, scheduledFor, now }: Command<'change-broadcast'>,
  state: Broadcast,
): readonly BroadcastEvent[] => {
  if (!isEditable(state)) {
    const details = { status: state.status };
    throw new Refused('BROADCAST_NOT_EDITABLE', 'Only a draft or a scheduled broadcast can be changed', details);
  }
  const different = changedFields(state.content, changes);
  refuseForeignSender({ ...state.content, ...different });
  const isMoved = scheduledFor !== undefined && scheduledFor !== state.scheduledFor;
  if (isMoved && scheduledFor !== null) refusePast(scheduledFor, now);
  return [
    ...(different ? [BroadcastChanged(different)] : []),
    ...(isMoved ? [scheduledFor === null ? BroadcastUnscheduled({}) : BroadcastScheduled({ scheduledFor })] : []),
  ];
};

const isEditable = ({ status }: Broadcast): boolean => status === 'DRAFT' || status === 'SCHEDULED';

const deletable: readonly BroadcastStatus[] = ['DRAFT', 'FAILED', 'SENT'];

const decide = (command: BroadcastCommand, state: BroadcastState): readonly BroadcastEvent[] => {
  if (command.type === 'create-broadcast') return state.kind === 'absent' ? create(command) : [];
  if (state.kind === 'deleted' && command.type === 'delete-broadcast') return [];
  if (state.kind !== 'existing') throw notFound('broadcast');
  switch (command.type) {
    case 'change-broadcast':
      return change(command, state);
    case 'delete-broadcast':
      if (!deletable.includes(state.status)) {
        const message = `A broadcast that is ${state.status} cannot be deleted`;
        throw new Refused('BROADCAST_NOT_DELETABLE', message, { status: state.status });
      }
      return [BroadcastDeleted({ broadcastId: state.id })];
    default:
      return decideSending(command, state);
  }
};

const evolve = (state: BroadcastState, event: BroadcastEvent): BroadcastState => {
  if (event.type === 'BroadcastCreated') {
    const { broadcastId: id, ...content } = event.data;
    return { kind: 'existing', id, status: 'DRAFT', content, scheduledFor: null, sending: undefined };
  }
  if (state.kind !== 'existing') return state;
  switch (event.type) {
    case 'BroadcastChanged':
      return { ...state, content: { ...state.content, ...defined(event.data) } };
    case 'BroadcastScheduled':
      return { ...state, status: 'SCHEDULED', scheduledFor: event.data.scheduledFor };
    case 'BroadcastUnscheduled':
      return { ...state, status: 'DRAFT', scheduledFor: null };
    case 'BroadcastDeleted':
      return { kind: 'deleted' };
    default:
      return evolveSending(state, event);
  }
};

/** `broadcast-<id>`: its content and its state. The deliveries are in the streams of its batches. */
export const broadcast: Decider<BroadcastState, BroadcastCommand, BroadcastEvent> = {
  category: 'broadcast',
  initial: { kind: 'absent' },
  decide,
  evolve,
};
