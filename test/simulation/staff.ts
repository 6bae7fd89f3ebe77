import { hashtagSetEndpoints } from '../../commands/hashtag-sets/hashtag-set-endpoints.ts';
import type { WriteContext, WriteEndpoint } from '../../commands/kernel/endpoint.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { sequenceEndpoints } from '../../commands/sequences/sequence-endpoints.ts';
import { memberEndpoints } from '../../commands/workspaces/members.ts';
import { requiredScope } from '../../domain/access/scopes.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { post } from '../../domain/posts/post.ts';
import { roleOf, type GivenRole } from '../../domain/workspaces/role.ts';
import { workspace, type WorkspaceCommand } from '../../domain/workspaces/workspace.ts';
import { requireScope, requireWorkspace } from '../../infra/edge/http/admission.ts';
import type { Fleet } from './fleet.ts';
import type { Mutation, RequiredOf, RoleIn } from './mutation.ts';
import { People, type Answer, type PeopleWorld } from './people.ts';
import { remembering, stateOf } from './remembering.ts';
import { requestContext } from './request-context.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;
const day = 24 * 60 * minute;

const owner = 'person';
/** One of each role at first. */
const hired = { ada: 'ADMIN', mel: 'MEMBER', ed: 'EDITOR', vic: 'VIEWER' } as const satisfies Record<string, GivenRole>;
const names = ['ada', 'mel', 'ed', 'vic'] as const;
const givenRoles = ['ADMIN', 'MEMBER', 'EDITOR', 'VIEWER'] as const;

type StaffWorld = PeopleWorld &
  Readonly<{ mutation: Mutation | undefined; account: Readonly<{ id: string; platform: Platform }> }>;

/** A request: its route, and what its endpoint does. */
type Deed = Readonly<{ method: string; path: string; run: (context: WriteContext) => Promise<unknown> }>;

const deeds = [
  ...(['draft', 'draft', 'edit', 'edit', 'throw away', 'hashtags', 'hashtags', 'retag', 'sequence'] as const),
  ...(['rename', 'promote', 'promote', 'remove', 'leave', 'invite', 'accept', 'accept'] as const),
];

/**
 * People of each role in one workspace. Each asks for what they like, whatever their role allows. Meanwhile their roles
 * change, and they are removed, leave and are invited again.
 */
export class Staff {
  finished = false;
  readonly #world: StaffWorld;
  readonly #people: People;
  readonly #roleOf: RoleIn;
  readonly #required: RequiredOf;
  #drafts = 0;

  constructor(world: StaffWorld) {
    this.#world = world;
    this.#people = new People('staff', 0, world);
    const roleIn: RoleIn = (userId, state) => (state?.status === 'active' ? roleOf(state.members, userId) : undefined);
    this.#roleOf = world.mutation?.roles?.(roleIn) ?? roleIn;
    this.#required = world.mutation?.requirements?.(requiredScope) ?? requiredScope;
  }

  async begin(): Promise<void> {
    const commands = new CommandHandler(this.#world.log);
    for (const userId of names)
      await commands.handle(
        workspace,
        workspaceId,
        { type: 'add-member', userId, role: hired[userId] },
        this.#people.contextOf(`hire-${userId}`),
      );
  }

  /** Everybody does as they like until `ends`. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    await Promise.all(
      [owner, ...names].map(async (userId) => {
        for (let left = dice.between(2, 9); left > 0 && scheduler.now < ends && !this.#people.isDeleted; left--) {
          await scheduler.sleep(dice.oneOf([dice.between(10, 3 * second), dice.between(second, 3 * minute)]));
          await this.#do(fleet, userId, dice.oneOf(deeds));
        }
      }),
    );
    this.finished = true;
  }

  /** Sends a request as the edge lets it in: by the role that the person has when it arrives. */
  #ask(fleet: Fleet, what: string, userId: string, deed: Deed | undefined): Promise<Answer> | undefined {
    if (!deed) return undefined;
    const { coverage } = this.#world;
    return this.#people.ask(fleet, what, async (service, requestId, now) => {
      const loaded = await service.commands.load(remembering(workspace), workspaceId, workspaceId);
      const role = this.#roleOf(userId, loaded?.state);
      const required = this.#required(deed.method, deed.path);
      const context = requestContext(service, { requestId, now, userId, ...(role && { role }) });
      coverage.count(`role: ${role ?? 'none'}, ${what}`);
      // Who is no member there acts in no workspace.
      const caller = role === undefined ? { ...context.caller, workspaceId: '' } : context.caller;
      const inPath = deed.path.startsWith('/v1/workspaces/') ? workspaceId : undefined;
      requireWorkspace(caller, { inPath, needsWorkspace: required.by !== 'person', wished: true });
      requireScope(caller, required);
      await deed.run(context);
    });
  }

  #do(fleet: Fleet, userId: string, what: (typeof deeds)[number]): Promise<Answer> | undefined {
    return this.#ask(fleet, what, userId, this.#deed(userId, what));
  }

  #deed(userId: string, what: (typeof deeds)[number]): Deed | undefined {
    const { dice } = this.#world;
    const others = names.filter((name) => name !== userId);
    const params = (other: string) => ({ id: workspaceId, userId: other });
    switch (what) {
      case 'draft':
        return this.#draft();
      case 'edit':
      case 'throw away':
        return this.#change(what);
      case 'hashtags':
        return endpoint('createHashtagSet', { body: { name: `Set ${dice.between(1, 4)}`, tags: ['a', 'b'] } });
      case 'retag': {
        const made = this.#made('HashtagSetCreated');
        return made === undefined
          ? undefined
          : endpoint('changeHashtagSet', { params: { id: made }, body: { tags: [`t${dice.between(1, 9)}`] } });
      }
      case 'sequence':
        return endpoint('createSequence', { body: { name: 'Welcome', enrollmentRules: {}, exitOnReply: true } });
      case 'rename':
        return command('PATCH', '/v1/workspaces/:id', {
          type: 'change-workspace',
          name: `Name ${dice.between(1, 9)}`,
          bySystemAdmin: false,
        });
      case 'promote':
        return endpoint('changeMemberRole', {
          params: params(dice.oneOf(others)),
          body: { role: dice.oneOf(givenRoles) },
        });
      case 'remove':
        return endpoint('removeMember', { params: params(dice.oneOf(others)) });
      case 'leave':
        return userId === owner ? undefined : endpoint('removeMember', { params: params(userId) });
      case 'invite':
        return this.#invite(userId);
      case 'accept':
        return this.#accept(userId);
    }
  }

  #draft(): Deed {
    const { account } = this.#world;
    const postId = `staff-${(this.#drafts += 1)}`;
    return {
      method: 'POST',
      path: '/v1/posts',
      run: (context) =>
        context.handle(post, postId, {
          type: 'create',
          postId,
          content: draftOf('A draft'),
          destinations: [{ postPlatformId: `${postId}-1`, platform: account.platform, accountId: account.id }],
          scheduledFor: null,
          saveAsDraft: true,
          accounts: new Map(),
          createdById: context.caller.userId ?? null,
          now: context.now,
        }),
    };
  }

  #change(what: 'edit' | 'throw away'): Deed | undefined {
    if (this.#drafts === 0) return undefined;
    const { dice } = this.#world;
    const postId = `staff-${dice.between(1, this.#drafts)}`;
    const changes = { content: `Draft ${dice.between(1, 99)}` };
    return {
      method: what === 'edit' ? 'PATCH' : 'DELETE',
      path: '/v1/posts/:id',
      run: (context) =>
        context.handle(
          post,
          postId,
          what === 'edit'
            ? { type: 'edit', changes, accounts: new Map(), now: context.now }
            : { type: 'delete', now: context.now },
        ),
    };
  }

  #invite(by: string): Deed {
    const { dice, scheduler } = this.#world;
    const email = `${dice.oneOf(names)}@example.com`;
    const role = dice.oneOf(givenRoles);
    const expiresAt = new Date(scheduler.now + 7 * day).toISOString();
    return {
      method: 'POST',
      path: '/v1/workspaces/:id/invitations',
      run: ({ newId, handle, now }) =>
        handle(workspace, workspaceId, {
          type: 'invite',
          invitationId: newId('invitation'),
          by,
          email,
          emailHash: email,
          role,
          now,
          expiresAt,
        }),
    };
  }

  #accept(userId: string): Deed | undefined {
    const state = stateOf(workspace, this.#world.log.of(`workspace-${workspaceId}`));
    const mine = Object.entries(state?.invitations ?? {}).find(
      ([, { emailHash }]) => emailHash === `${userId}@example.com`,
    );
    if (!mine) return undefined;
    const [invitationId, { sending }] = mine;
    return {
      method: 'POST',
      path: '/v1/invitations/:token/accept',
      run: ({ handle, now }) =>
        handle(workspace, workspaceId, { type: 'accept-invitation', invitationId, sending, userId, now }),
    };
  }

  /** The id of a stream that began with an event of this type. */
  #made(type: string): string | undefined {
    const { log, dice } = this.#world;
    const streams = log.log.flatMap((event) => (event.type === type ? [event.stream] : []));
    return streams.length === 0 ? undefined : dice.oneOf(streams).replace(/^[^-]*-/, '');
  }
}

const endpoints: readonly WriteEndpoint[] = [...hashtagSetEndpoints, ...sequenceEndpoints, ...memberEndpoints];

const endpoint = (id: string, given: Readonly<{ params?: object; body?: object }>): Deed => {
  const found = endpoints.find((each) => each.id === id);
  if (!found) throw new Error(`there is no endpoint ${id}`);
  const { method, path } = found;
  const asked = { params: {}, query: {}, body: {}, header: () => undefined, ...given };
  return { method, path, run: (context) => Promise.resolve(found.run(asked as never, context)) };
};

const command = (method: string, path: string, asked: WorkspaceCommand): Deed => ({
  method,
  path,
  run: ({ handle }) => handle(workspace, workspaceId, asked),
});

const draftOf = (content: string) => ({
  content,
  contentType: 'TEXT' as const,
  media: [],
  overrides: {},
  threadItems: [],
  firstComment: null,
  firstCommentDelay: 0,
  personaId: null,
  platformMetadata: {},
  metadata: {},
});
