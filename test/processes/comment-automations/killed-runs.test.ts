import { expect } from 'chai';
import fc from 'fast-check';
import type { CommandContext } from '../../../commands/kernel/command.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { comment, isUnsettled } from '../../../domain/comments/comment.ts';
import { noteOfLook } from '../../../domain/comments/lost-reply.ts';
import { commentAutomationRun } from '../../../domain/comment-automations/run.ts';
import { contact } from '../../../domain/contacts/contact.ts';
import type { Decider } from '../../../domain/kernel/decider.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import { automationRuns } from '../../../processes/comment-automations/automation-runs.ts';
import type { AutomationRunPorts } from '../../../processes/comment-automations/ports.ts';
import { actContext } from '../../../processes/kernel/act-context.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';

/** What happens at one of the calls to a platform, in the order of the calls. */
const fates = ['taken', 'refused', 'busy', 'killed before', 'killed after', 'lost before', 'lost after'] as const;
type Fate = (typeof fates)[number];

class Killed extends Error {}
const minuteMs = 60_000;
const actions = { reply: 'Hello', directMessage: 'It is 5', tags: ['lead'], sequenceId: null };

/** One run over a log in memory, with a platform that counts what it has stored. */
const world = async (fateOf: () => Fate) => {
  const store = new MemoryEventStore();
  const commands = new CommandHandler(store);
  let nowMs = Date.parse('2026-01-05T09:00:00.000Z');
  let count = 0;
  const now = () => new Date(nowMs);
  const meta = () => ({
    workspaceId: 'w',
    mode: 'test' as const,
    actor: { kind: 'user' as const, id: 'u' },
    $correlationId: 'c',
    occurredAt: now().toISOString(),
  });
  const context = (): CommandContext => ({ commandId: `command-${count++}`, meta: meta() });
  const send = <S, C, E extends NewEvent>(decider: Decider<S, C, E>, id: string, command: C) =>
    commands.handle(decider, id, command, context());
  await send(comment, 'k1', {
    type: 'receive-comment',
    commentId: 'k1',
    contactId: 'c1',
    accountId: 'a1',
    postId: null,
    platform: 'INSTAGRAM',
    platformPostId: 'p',
    platformCommentId: 'n',
    content: 'price',
    author: { id: '7', username: 'zoe' },
    parentCommentId: null,
    permalinkUrl: null,
    platformCreatedAt: now().toISOString(),
  });
  const names = {
    runId: 'x1',
    automationId: 'r1',
    contactId: 'c1',
    commentId: 'k1',
    accountId: 'a1',
    keyword: 'price',
  };
  await send(commentAutomationRun, 'x1', { type: 'begin-run', ...names, actions });

  const stored = { reply: 0, message: 0 };
  const call = async (kind: 'reply' | 'message') => {
    const fate = fateOf();
    if (fate === 'killed before') throw new Killed();
    if (fate === 'refused') throw new PlatformError('refused', 'PUBLISH_ERROR', 'No');
    if (fate === 'busy') throw new PlatformError('not_stored', 'PLATFORM_RATE_LIMIT', 'Later');
    if (fate === 'lost before') throw new PlatformError('unknown', 'PUBLISH_ERROR', 'Silence');
    stored[kind]++;
    if (fate === 'killed after') throw new Killed();
    if (fate === 'lost after') throw new PlatformError('unknown', 'PUBLISH_ERROR', 'Silence');
    return { nativeId: `${kind}-${stored[kind]}`, kind };
  };
  const look = (kind: 'reply' | 'message') =>
    stored[kind] > 0
      ? ({ outcome: 'published', object: { nativeId: `${kind}-1`, kind } } as const)
      : ({ outcome: 'not_published' } as const);
  const ports: AutomationRunPorts = {
    replyToComment: () => call('reply'),
    messaging: { send: () => call('message'), find: () => Promise.resolve(look('message')) },
  };
  const signal = new AbortController().signal;
  const state = async () => (await commands.load(commentAutomationRun, 'x1', 'w'))?.state;
  const act = async (round: number) => {
    const lease = {
      run: `run-${round}`,
      signal,
      stopping: signal,
      stillMine: () => true,
      proveLease: () => Promise.resolve(true),
      takePlace: () => Promise.resolve(),
      endInstance: () => {},
    };
    const claimed = {
      process: automationRuns.name,
      instance: 'x1',
      workspaceId: 'w',
      mode: 'test',
      correlationId: 'c',
    };
    const parts = { commands, now, wait: () => Promise.resolve() };
    const run = { runId: 'x1', at: now().toISOString() };
    await automationRuns.act(run, actContext(claimed as never, lease, parts), ports).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  };
  /** The process of lost replies, at its time. */
  const lookForReply = async () => {
    const loaded = await commands.load(comment, 'k1', 'w');
    if (loaded?.state.kind !== 'existing' || !isUnsettled(loaded.state.reply)) return;
    const { attempt } = loaded.state.reply;
    const startedAt =
      loaded.events.findLast(({ type }) => type === 'CommentReplySendStarted')?.meta.occurredAt ?? now().toISOString();
    await send(comment, 'k1', noteOfLook({ attempt, startedAt }, look('reply'), now()));
  };
  for (let round = 0; round < 60; round++) {
    const before = await state();
    if (before?.kind === 'existing' && before.open.length === 0) break;
    await act(round);
    nowMs += 2 * minuteMs;
    // Several runs come before the look.
    if (round % 3 === 2) await lookForReply();
  }
  const person = (await commands.load(contact, 'c1', 'w'))?.state;
  return { stored, state: await state(), person };
};

describe('a run of a comment automation, killed at any call', () => {
  it('ends, with one reply and one message at most', async function () {
    this.timeout(30_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...fates), { maxLength: 8 }), async (all) => {
        const queue = [...all];
        const { stored, state, person } = await world(() => queue.shift() ?? 'taken');
        expect(stored.reply, 'replies').to.be.at.most(1);
        expect(stored.message, 'messages').to.be.at.most(1);
        expect(state).to.deep.include({ open: [] });
        expect(person).to.deep.include({ tags: ['lead'] });
      }),
      { numRuns: 200 },
    );
  });
});
