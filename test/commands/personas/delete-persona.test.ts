import { expect } from 'chai';
import { deletePersona } from '../../../commands/personas/change-persona.ts';
import { contentFrom } from '../../../commands/posts/post-content.ts';
import type { PostPorts } from '../../../commands/posts/ports.ts';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { WriteContext } from '../../../commands/kernel/endpoint.ts';
import { CommandHandler } from '../../../commands/kernel/handle.ts';
import { Refused } from '../../../domain/kernel/refused.ts';
import { persona } from '../../../domain/personas/persona.ts';
import type { PostContent } from '../../../domain/posts/values.ts';
import { MemoryEventStore } from '../../support/memory-event-store.ts';
import { contentOf } from '../../domain/posts/a-post.ts';

const personaId = 'c0000000000000000000perso';
const workspaceId = 'w1';

/** A workspace with one persona, over the real handler and a log in memory. */
const world = async () => {
  const commands = new CommandHandler(new MemoryEventStore());
  const request = (name: string): WriteContext => {
    const of = (step = '') => ({
      commandId: commandIdFor(name, step),
      meta: {
        ...({ workspaceId, mode: 'live', actor: { kind: 'user', id: 'u1' } } as const),
        $correlationId: name,
        occurredAt: '2026-01-20T12:00:00.000Z',
      },
    });
    return {
      caller: { workspaceId },
      load: (decider, id, options) => commands.load(decider, id, options?.shared ? undefined : workspaceId),
      handle: (decider, id, command, { step, workspaceId: _workspace, ...options } = {}) =>
        commands.handle(decider, id, command, { ...of(step), ...options }),
    } as WriteContext;
  };
  await request('created').handle(persona, personaId, {
    type: 'create-persona',
    data: {
      personaId,
      name: 'Ada',
      description: null,
      primaryPlatform: 'x',
      platforms: ['x'],
      avatarUrl: null,
      origin: 'wizard',
      memory: [],
    },
    version: { versionId: 'v1', modules: [] },
  });
  const remove = (postsOf: () => Promise<number>) =>
    deletePersona({ isHosted: () => false, postsOf }).run(
      { params: { id: personaId } } as Parameters<ReturnType<typeof deletePersona>['run']>[0],
      request('deleted'),
    );
  const content = (requested: Partial<PostContent>, before?: PostContent) =>
    contentFrom(requested, before, request('post'), {} as PostPorts);
  return { remove, content };
};

const codeOf = (error: unknown): string => (error instanceof Refused ? error.code : String(error));

describe('deleting a persona while a post that names it is created', () => {
  it('succeeds, and the post is edited like any other', async () => {
    const { remove, content } = await world();
    let post: PostContent | undefined;
    const { body } = await remove(async () => {
      // The request has read the persona; its post is in the log only after the count.
      post = contentOf(await content({ content: 'Hello', personaId }));
      return 0;
    });
    expect(body).to.deep.equal({ success: true });
    expect(post?.personaId).to.equal(personaId);
    expect(await content({ content: 'Hello again', personaId }, post)).to.include({ content: 'Hello again' });
    expect(await content({ personaId: null }, post)).to.deep.include({ personaId: null });
    expect(await content({ content: 'New', personaId }).catch(codeOf)).to.equal('NOT_FOUND');
  });

  it('is refused while a post is known to name it, and does not change the persona', async () => {
    const { remove, content } = await world();
    const refused = await remove(async () => 2).catch((error: unknown) => error);
    expect(refused).to.include({ code: 'PERSONA_IN_USE' }).and.to.have.deep.property('details', { linkedPostCount: 2 });
    expect(await content({ content: 'New', personaId })).to.include({ personaId });
  });
});
