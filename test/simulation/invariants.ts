import type { SandboxObject } from '@social-publishing/platform-sandbox';
import type { Recorded } from '../../domain/kernel/event.ts';
import { foldState } from '../../domain/kernel/decider.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { firstCommentSend } from '../../domain/posts/destination-state.ts';
import { post } from '../../domain/posts/post.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { Post } from '../../domain/posts/state.ts';
import type { ProcessManager } from '../../processes/kernel/process.ts';
import type { Client } from './client.ts';
import { InstanceTable } from './instance-table.ts';
import { commentedIn, sequenceOf, writtenIn } from './texts.ts';

export type Outcome = Readonly<{
  log: readonly Recorded[];
  clients: readonly Client[];
  managers: readonly ProcessManager[];
  table: InstanceTable;
  /** Everything made for an account, what was removed included. */
  made: (accountId: string) => readonly SandboxObject[];
}>;

const ended = new Set([
  'draft',
  'published',
  'partial',
  'failed',
  'cancelled',
  'unpublished',
  'archived',
  // They wait for a person.
  'pending_approval',
  'approved',
]);

/** What must hold of every run, whatever happened in it. Answers what does not. */
export const violations = (outcome: Outcome): readonly string[] => [
  ...outcome.clients.flatMap((client) => ofPost(client, outcome)),
  ...ofFolds(outcome),
];

const ofPost = (client: Client, { log, made }: Outcome): string[] => {
  const events = log.filter(({ stream }) => stream === `post-${client.postId}`) as unknown as Recorded<PostEvent>[];
  const deletedAt = events.findIndex(({ type }) => type === 'PostDeleted');
  const state = foldState(post, deletedAt < 0 ? events : events.slice(0, deletedAt));
  if (state.kind !== 'existing') return [`${client.postId} was accepted, and does not exist`];
  const began = events.some(({ type }) => type === 'PostPublishingStarted');
  const found: string[] = [];
  const say = (words: string) => found.push(`${client.postId}: ${words}`);

  if (deletedAt < 0 && !ended.has(state.status)) say(`ends as ${state.status}`);
  const stoppedAt = events.findIndex(({ type }) => type === 'PostCancelled' || type === 'PostDeleted');
  const late =
    stoppedAt < 0 ? undefined : events.slice(stoppedAt).find(({ type }) => type === 'DestinationSendStarted');
  if (late) say('was sent after it was stopped');
  for (const destination of state.destinations) {
    const all = made(destination.accountId);
    const mine = all.filter(({ text }) => writtenIn(text)?.post === client.number);
    const comments = all.filter(({ text }) => commentedIn(text)?.post === client.number);
    if (mine.length > 0 && !began) say(`was sent to ${destination.platform} though its publishing never began`);
    if (mine.length > 0 && client.cancelled) say(`was cancelled and sent to ${destination.platform}`);
    for (const { text } of mine)
      if (writtenIn(text)?.revision !== client.revision)
        say(`${destination.platform} shows «${text}», the last accepted revision is ${client.revision}`);
    for (let sequence = 1; sequence <= Math.max(1, state.content.threadItems.length); sequence += 1) {
      const copies = mine.filter(({ text }) => writtenIn(text)?.sequence === sequence);
      if (copies.length > 1) say(`item ${sequence} exists ${copies.length} times on ${destination.platform}`);
    }
    for (const words of ofComment(destination, client, comments)) say(words);
    if (deletedAt < 0) for (const words of beliefs(destination, state, events, mine, comments)) say(words);
  }
  return found;
};

/** At most one first comment, in the words last accepted, under a post that went out. */
const ofComment = (
  { platform, objects, comment }: DestinationState,
  { revision }: Client,
  comments: readonly SandboxObject[],
): string[] => {
  const found: string[] = [];
  if (comments.length > 1) found.push(`the comment exists ${comments.length} times on ${platform}`);
  if (comments.length > 0 && objects.length === 0) found.push(`${platform} has a comment under nothing`);
  if (comment === 'due') found.push(`the comment on ${platform} is due for ever`);
  if (comment === 'published' && comments.length === 0) found.push(`the comment counts as sent to ${platform}`);
  for (const { text } of comments)
    if (commentedIn(text)?.revision !== revision) found.push(`${platform} shows «${text}», accepted was ${revision}`);
  return found;
};

/** The log's record of a destination must match the platform. */
const beliefs = (
  destination: DestinationState,
  { content }: Post,
  events: readonly Recorded<PostEvent>[],
  mine: readonly SandboxObject[],
  comments: readonly SandboxObject[],
): string[] => {
  const { platform, status, sends, error, running, postPlatformId } = destination;
  const found: string[] = [];
  const of = (sequence: number) => mine.filter(({ text }) => writtenIn(text)?.sequence === sequence);
  const byHand = events.some(
    ({ type, data }) => type === 'DestinationResolved' && data.postPlatformId === postPlatformId,
  );
  if (running) found.push(`${platform} is still running`);
  if (destination.removal === 'requested') found.push(`${platform} is still being removed`);
  for (const [name, send] of Object.entries(sends)) {
    const isComment = name === firstCommentSend;
    const copies = isComment ? comments : of(sequenceOf(name));
    const waits = isComment ? destination.comment === 'failed' : error?.code === 'OUTCOME_UNKNOWN';
    if ((send.status === 'open' || send.status === 'unknown') && !waits)
      found.push(`${platform} ${name} is ${send.status} and no error says so`);
    if (send.status === 'failed' && copies.length > 0 && !byHand)
      found.push(`${platform} ${name} counts as not sent and is there`);
    if (send.status === 'done' && !copies.some(({ nativeId }) => nativeId === send.object.nativeId))
      found.push(`${platform} ${name} counts as sent and is not there`);
  }
  if (status === 'published' && !byHand)
    for (let sequence = 1; sequence <= Math.max(1, content.threadItems.length); sequence += 1)
      if (of(sequence).length === 0) found.push(`${platform} counts as published without item ${sequence}`);
  for (const { nativeId, removed } of destination.removals)
    if (removed && mine.some((object) => object.nativeId === nativeId && object.deletedAt === null))
      found.push(`${platform} counts ${nativeId} as removed and shows it`);
  return found;
};

/** Live folding, in whatever batches, came to what one fold of the whole log comes to; and nothing is left to do for ever. */
const ofFolds = ({ log, managers, table }: Outcome): string[] => {
  const anew = new InstanceTable(() => 0);
  for (const manager of managers) anew.fold(manager, log);
  const names = new Set(managers.map(({ name }) => name));
  const view = ({ rows }: InstanceTable) =>
    [...rows.entries()]
      .filter(([, { process }]) => names.has(process))
      .map(([key, { state, wakeAt, lane }]) => `${key} ${JSON.stringify(state)} ${wakeAt} ${lane}`)
      .sort();
  const [live, fresh] = [view(table), view(anew)];
  return live.join('\n') === fresh.join('\n')
    ? []
    : [`the live fold differs from a fold of the whole log:\n${live.join('\n')}\nwhole log:\n${fresh.join('\n')}`];
};
