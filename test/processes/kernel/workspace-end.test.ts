import { expect } from 'chai';
import {
  WorkspaceCreated,
  WorkspaceDeleted,
  type WorkspaceEvent,
} from '../../../domain/workspaces/workspace-events.ts';
import { idOfStream } from '../../../domain/kernel/stream-names.ts';
import type { ActContext } from '../../../processes/kernel/act-context.ts';
import { processOf } from '../../../processes/kernel/process.ts';
import { endingWithWorkspace } from '../../../processes/kernel/workspace-end.ts';
import { workspace, type WorkspaceState } from '../../../domain/workspaces/workspace.ts';
import { foldState } from '../../../domain/kernel/decider.ts';

const created = WorkspaceCreated({
  workspaceId: 'w',
  name: 'W',
  slug: 'w',
  logo: null,
  plan: 'free',
  mode: 'test',
  ownerId: 'u',
  settings: {},
});
const deleted = WorkspaceDeleted({ deletedBy: 'u' });

describe('an action and the workspace it belongs to', () => {
  /** Runs one action of a process over the workspace's events, which may grow while it runs. */
  const act = async (
    events: WorkspaceEvent[],
    run: (context: ActContext) => Promise<void>,
    options: { outlivesWorkspace?(): boolean } = {},
  ) => {
    const process = processOf<{ at: string }, object>()({
      name: 'p',
      description: 'Acts.',
      ...options,
      on: { PostScheduled: (_, { data }) => ({ at: data.scheduledFor }) },
      instancesOf: ({ stream }) => idOfStream(stream),
      next: ({ at }) => ({ at, action: {} }),
      act: (_, context) => run(context),
    });
    const runnable = { ...process, act: (action: object, context: ActContext) => process.act(action, context, {}) };
    let hasEnded = false;
    const load = async (_: unknown, id: string, consistency: unknown) => {
      expect([id, consistency]).to.deep.equal(['w', 'latest']);
      const state: WorkspaceState = foldState(workspace, events);
      return events.length > 0 ? { state, events: [] } : undefined;
    };
    const context = { workspaceId: 'w', load, proveLease: async () => true, endInstance: () => (hasEnded = true) };
    await endingWithWorkspace(runnable).act({}, context as unknown as ActContext);
    return hasEnded;
  };
  const ran: string[] = [];
  beforeEach(() => void (ran.length = 0));
  const note = async (): Promise<void> => void ran.push('acted');

  it('is carried out while the workspace is there, or was never recorded', async () => {
    expect(await act([created], note)).to.equal(false);
    expect(await act([], note)).to.equal(false);
    expect(ran).to.deep.equal(['acted', 'acted']);
  });

  it('ends the instance in place of acting when the workspace is deleted', async () => {
    expect(await act([created, deleted], note)).to.equal(true);
    expect(ran).to.deep.equal([]);
  });

  it('is carried out all the same where its process cleans up with it', async () => {
    expect(await act([created, deleted], note, { outlivesWorkspace: () => true })).to.equal(false);
    expect(ran).to.deep.equal(['acted']);
    expect(await act([created, deleted], note, { outlivesWorkspace: () => false })).to.equal(true);
    expect(ran).to.deep.equal(['acted']);
  });

  it('cannot prove its lease any more when the workspace is deleted under it', async () => {
    const events: WorkspaceEvent[] = [created];
    const proofs: boolean[] = [];
    await act(events, async ({ proveLease }) => {
      proofs.push(await proveLease());
      events.push(deleted);
      proofs.push(await proveLease());
    });
    expect(proofs).to.deep.equal([true, false]);
  });
});
