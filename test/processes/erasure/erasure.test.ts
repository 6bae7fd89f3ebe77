import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { comment } from '../../../domain/comments/comment.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { forgotten } from '../../../domain/kernel/personal.ts';
import { user } from '../../../domain/users/user.ts';
import { lapseOf } from '../../../domain/workspaces/invitation.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { keyringFrom } from '../../../infra/stores/secrets/keyring.ts';
import { workspaceSubject } from '../../../infra/stores/secrets/personal-fields.ts';
import { IdempotencyRecords } from '../../../infra/stores/postgres/idempotency-records.ts';
import { Vault } from '../../../infra/stores/secrets/vault.ts';
import { erasure, type ErasurePorts, type Erasing } from '../../../processes/erasure/erasure.ts';
import type { ActContext } from '../../../processes/kernel/act-context.ts';
import { freshId } from '../../support/edge.ts';
import { useWorkspaceApi } from '../../support/workspace-api.ts';

describe('erasing what was deleted', () => {
  const api = useWorkspaceApi();

  /** What the process owes after everything a stream holds. */
  const owed = async (stream: string, instance = stream): Promise<Erasing | undefined> => {
    const { events } = await api().store.read(stream);
    return events
      .filter((event) => erasure.handles.includes(event.type) && erasure.instancesOf(event).includes(instance))
      .reduce<Erasing | undefined>((state, event: Recorded) => erasure.evolve(state, event, instance), undefined);
  };

  /** What others wrote to the accounts of workspaces. */
  const written: { id: string; contactId: string; workspaceId: string }[] = [];

  const tombstones: unknown[] = [];

  const carryOut = async (erasing: Erasing | undefined, workspaceId = '', at = erasing?.at ?? ''): Promise<void> => {
    const vault = new Vault(api().database, keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    const ports: ErasurePorts = {
      forgetTokens: () => Promise.reject(new Error('no account was ever connected')),
      keepTombstone: async (tombstone) => void tombstones.push(tombstone),
      forgetPerson: (id) => api().subjects.destroy(id),
      forgetInvitation: (id) => api().subjects.destroy(id),
      forgetContact: (id) => api().subjects.destroy(id),
      contactsOf: async () => [],
      forgetAnswers: (id) => new IdempotencyRecords(api().database.kysely).forgetAnswers(id),
      importsOf: async () => [],
      forgetImport: () => Promise.reject(new Error('nothing was imported')),
      commentsOf: (of, after, limit, kind) =>
        kind !== 'comments'
          ? Promise.resolve([])
          : Promise.resolve(written.filter(({ workspaceId: where, id }) => where === of && id > after).slice(0, limit)),
      deleteFiles: async () => {},
      forgetWorkspace: async (id) => {
        await vault.removeWorkspace(id);
        await api().subjects.destroy(workspaceSubject(id));
      },
    };
    const send: ActContext['send'] = (decider, id, command, options) =>
      api().commands.handle(decider, id, command, { ...api().fromService(workspaceId), ...options });
    const load: ActContext['load'] = (decider, id) => api().commands.load(decider, id, undefined);
    const { signal } = new AbortController();
    const context = { send, load, signal, workspaceId, now: () => new Date(at) } as ActContext;
    const action = erasing && erasure.next(erasing)?.action;
    if (action) await erasure.act(action, context, ports);
  };

  it('forgets a person whose deletion died before the key was destroyed', async () => {
    const olivia = await api().person('Olivia');
    const deletion = { type: 'delete-user', owned: [] } as const;
    await api().commands.handle(user, olivia.userId, deletion, { ...api().fromService(''), shared: true });
    const stream = `user-${olivia.userId}`;
    expect(await owed(stream)).to.include({ what: 'user', id: olivia.userId });
    await carryOut(await owed(stream));
    expect((await api().commands.load(user, olivia.userId, undefined))?.state).to.include({ email: forgotten });
    expect(await owed(stream), 'nothing more is owed').to.equal(undefined);
  });

  it('forgets the address of an unanswered invitation, and keeps that of one that was sent again', async () => {
    const olivia = await api().owner();
    const stream = `workspace-${olivia.workspaceId}`;
    const sent = await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/invitations`, {
      email: 'zoe@example.com',
    });
    expect(sent.status).to.equal(201);
    const { id, expiresAt } = sent.body.data as { id: string; expiresAt: string };
    const instance = `invitation-${id}`;
    const addresses = async (): Promise<readonly unknown[]> =>
      (await api().store.read(stream)).events.flatMap(({ type, data }) =>
        type === 'InvitationSent' ? [(data as { email: string }).email] : [],
      );
    const erasing = await owed(stream, instance);
    expect(erasing).to.deep.equal({ what: 'invitation', id, at: lapseOf(expiresAt) });
    // Woken by what was true before it was sent again.
    await carryOut(erasing, olivia.workspaceId, expiresAt);
    expect([await addresses(), (await owed(stream, instance))?.what]).to.deep.equal([
      ['zoe@example.com'],
      'invitation',
    ]);

    await carryOut(erasing, olivia.workspaceId);
    expect(await addresses()).to.deep.equal([forgotten]);
    expect(await owed(stream, instance), 'nothing more is owed').to.equal(undefined);
    const { status } = await olivia.send(`POST /v1/workspaces/${olivia.workspaceId}/invitations/${id}/resend`, {});
    expect(status).to.equal(404);
  });

  it('forgets what others wrote to a deleted workspace, however much it was, and to no other', async () => {
    const [olivia, otto] = [await api().owner(), await api().owner('Otto')];
    const receive = async (workspaceId: string): Promise<string> => {
      const [id, contactId] = [freshId(), freshId()];
      written.push({ id, contactId, workspaceId });
      const view = {
        commentId: id,
        contactId,
        accountId: 'a',
        postId: null,
        platform: 'BLUESKY' as const,
        platformPostId: 'p',
        platformCommentId: 'n',
        author: { id: 'x', username: 'zoe' },
        content: 'Words of Zoe',
        parentCommentId: null,
        permalinkUrl: null,
        platformCreatedAt: '2026-01-01T00:00:00.000Z',
      } as const;
      await api().commands.handle(comment, id, { type: 'receive-comment', ...view }, api().fromService(workspaceId));
      return `comment-${id}`;
    };
    const [kept, ...gone] = [
      await receive(otto.workspaceId),
      ...(await Promise.all(Array.from({ length: 201 }, () => receive(olivia.workspaceId)))),
    ];
    written.sort((one, other) => (one.id < other.id ? -1 : 1));
    await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() });
    expect((await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(200);
    await carryOut(await owed(`workspace-${olivia.workspaceId}`), olivia.workspaceId);
    for (const stream of gone) {
      const { events } = await api().store.read(stream);
      expect(events.map(({ type }) => type)).to.deep.equal(['CommentReceived', 'CommentForgotten']);
      expect(events[0]?.data).to.include({ content: forgotten, platformCommentId: forgotten });
      expect(JSON.stringify(events.map(({ data }) => data))).not.to.match(/zoe/i);
    }
    const { events } = await api().store.read(kept ?? '');
    expect(events.map(({ data }) => (data as { content: string }).content)).to.deep.equal(['Words of Zoe']);
  });

  it('destroys the secrets of a deleted workspace, and of no other', async () => {
    const [olivia, otto] = [await api().owner(), await api().owner('Otto')];
    const vault = new Vault(api().database, keyringFrom(`a:${randomBytes(32).toString('base64')}`));
    const secretOf = (workspaceId: string) => ({ kind: 'account', id: `account-of-${workspaceId}`, workspaceId });
    for (const { workspaceId } of [olivia, otto]) await vault.put(secretOf(workspaceId), 'tokens', 'secret');
    await olivia.send('POST /v1/workspaces', { name: 'Second', slug: api().newSlug() });
    expect((await olivia.send(`DELETE /v1/workspaces/${olivia.workspaceId}`)).status).to.equal(200);
    const stream = `workspace-${olivia.workspaceId}`;
    expect(await owed(stream)).to.include({ what: 'workspace', id: olivia.workspaceId });
    await carryOut(await owed(stream));
    expect(await vault.get(secretOf(olivia.workspaceId), 'tokens')).to.equal(undefined);
    expect((await vault.get(secretOf(otto.workspaceId), 'tokens'))?.value).to.equal('secret');
    expect((await api().commands.load(workspace, olivia.workspaceId, undefined))?.state?.status).to.equal('erased');
    expect(tombstones).to.deep.include({ kind: 'workspace', id: olivia.workspaceId });
    expect(await owed(stream), 'nothing more is owed').to.equal(undefined);
  });
});
