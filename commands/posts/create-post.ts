import { bulleted } from '../../domain/kernel/sentence.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { Accounts } from '../../domain/posts/commands.ts';
import { post } from '../../domain/posts/post.ts';
import { checkDestinations } from '../../domain/posts/rule-violations.ts';
import type { PostCheck } from '../../domain/content/finding.ts';
import type { Destination, PostContent } from '../../domain/posts/values.ts';
import { type WriteContext, writeEndpoint } from '../kernel/endpoint.ts';
import { orStored } from '../kernel/claim.ts';
import { requireAllowedPlatforms, callersWorkspace, approvalGate } from './workspace-rules.ts';
import { destinationsFor, newContent } from './post-content.ts';
import { CreatePostRequest, namedAsSent } from './post-request.ts';
import { PostReply } from '../../read-api/contract/post.ts';
import type { PostPorts } from './ports.ts';
import { present, presentAgain, verdictOn } from './present.ts';
import { freeQueueSlot } from './queue-slots.ts';
import { claimSchedule } from './schedule-claims.ts';

export type PreparedPost = Readonly<{
  content: PostContent;
  destinations: readonly Destination[];
  accounts: Accounts;
  scheduledFor: string | null;
  /** The platforms' check of the content, made once: it refuses, and it is shown in the answer. */
  check: PostCheck;
  /** Its time is a slot of the queue, which has to be claimed. */
  queued: boolean;
  saveAsDraft: boolean;
}>;

/**
 * The due time of a new post: its own time, the queue's next free slot (not claimed yet), or none.
 */
export const scheduleOf = async (
  { scheduledFor, queue }: Pick<CreatePostRequest, 'scheduledFor' | 'queue'>,
  context: WriteContext,
  ports: PostPorts,
  passed: readonly string[] = [],
): Promise<string | null | undefined> => {
  if (!queue) return scheduledFor;
  if (scheduledFor) {
    throw new Refused('VALIDATION_ERROR', 'scheduledFor and queue exclude each other', { field: 'queue' });
  }
  return freeQueueSlot(context, ports, passed);
};

/** `passed` are slots of the queue that other posts of the request take. */
type Preparation = Readonly<{ name: string; passed?: readonly string[] }>;

/** A create request after all look-ups; nothing is decided yet. */
export const preparePost = async (
  requested: CreatePostRequest,
  context: WriteContext,
  ports: PostPorts,
  { name, passed }: Preparation,
): Promise<PreparedPost> => {
  const [accounts] = await Promise.all([
    ports.directory.accounts(requested.accountIds, context),
    // Side by side with the accounts: the rules below take it from there.
    callersWorkspace(context),
  ]);
  const newId = (what: string) => context.newId(`${name}${what}`);
  const destinations = destinationsFor(
    { accountIds: requested.accountIds, platforms: requested.platforms },
    accounts,
    [],
    newId,
  );
  const [content] = await Promise.all([
    newContent(requested, context, ports),
    requireAllowedPlatforms(destinations, context),
  ]);
  const scheduledFor = (await scheduleOf(requested, context, ports, passed)) ?? null;
  const saveAsDraft = requested.saveAsDraft ?? false;
  const queued = requested.queue === true && !saveAsDraft;
  const check = checkDestinations(content, destinations);
  return { content, destinations, accounts, check, scheduledFor, queued, saveAsDraft };
};

/** A draft needs no approval. */
export const gateOf = async ({ scheduledFor, saveAsDraft }: PreparedPost, context: WriteContext) =>
  scheduledFor === null || saveAsDraft ? undefined : approvalGate(context);

const postIdOf = (context: WriteContext, name: string): string => context.newId(`${name}post`);

/** `name` distinguishes the posts of one request; `calendarPostId` names the calendar post that is handed over. */
type Origin = Readonly<{ name: string; calendarPostId?: string | undefined }>;

/** Claims what a prepared post needs, and creates it. */
const createPrepared = async (
  prepared: PreparedPost,
  context: WriteContext,
  ports: PostPorts,
  { name, calendarPostId }: Origin,
) => {
  const postId = postIdOf(context, name);
  const { queued, ...draft } = prepared;
  const command = {
    type: 'create',
    postId,
    ...draft,
    gate: await gateOf(prepared, context),
    createdById: context.caller.userId ?? null,
    calendarPostId,
    now: context.now,
  } as const;
  const options = { fresh: true, ...(name ? { step: name } : {}) };
  const claim = async () => {
    const preview = await context.preview(post, postId, command, options);
    const planned = preview.state;
    const at = await claimSchedule({ postId, before: post.initial, planned, queued }, context, ports);
    // A slot that another post took leads to another command.
    const claimed = at === undefined || at === command.scheduledFor ? command : { ...command, scheduledFor: at };
    return context.handle(post, postId, claimed, { ...options, preview });
  };
  // A post without a time claims nothing.
  const claims = draft.scheduledFor !== null;
  const { events } = await (claims ? claim() : context.handle(post, postId, command, options));
  return { ...present(events), validation: verdictOn(prepared, context, ports) };
};

/** Creates a post, once for a request and a name. */
export const createRequested = (
  requested: CreatePostRequest,
  context: WriteContext,
  ports: PostPorts,
  origin: Origin = { name: '' },
) =>
  orStored(
    () =>
      namedAsSent(requested, async () =>
        createPrepared(await preparePost(requested, context, ports, origin), context, ports, origin),
      ),
    async () => {
      const stored = await context.load(post, postIdOf(context, origin.name));
      return stored && presentAgain(stored.events, context, ports);
    },
  );

export const createPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/posts',
    id: 'createPost',
    summary: 'Create a post as a draft, or schedule it',
    description: bulleted(
      'Stores a draft, or schedules a post. A draft is stored even if it breaks rules of platforms: its errors and warnings are in `validation`.',
      [
        '`media` is a synonym of `mediaIds`, and `overrides` of `platformOverrides`. Two different values are 400.',
        '`platforms` narrows `accountIds` to those platforms. Each platform needs an account among them.',
        '`queue: true` takes the next free slot.',
        'Item 1 of `threadItems` is the root. Without a text it has the `content` of the post.',
        'Platforms and their fields match in any casing. Of two spellings of one name, the later wins.',
        '400 VALIDATION_ERROR: a post that is scheduled or published has errors. `details.platforms` is as in validatePost. `details.field` is the first field to change, by the name that was sent, such as `platformOverrides.TWITTER.content`.',
        '400 VALIDATION_ERROR: an unknown platform or field of `platformMetadata` or `platformOverrides`, by name. Other unknown fields are ignored and named in `warnings`.',
        "409 CONFLICT, `details.reason` duplicate: another scheduled post puts the same on one of the accounts at the same time. The text, override or thread that goes out there is compared, with the files and the platform's metadata, but not the first comment. A post that was cancelled, moved or edited does not count.",
        '409 CONFLICT, `details.reason` approval_required: the workspace has `require_approval` with `approve_content` or `approve_schedule`, and the request has `scheduledFor` or `queue`. Save the post with its time as a draft (`saveAsDraft`). Its approval schedules it.',
        '403 PLATFORM_RESTRICTED: a platform outside `allowedPlatforms` of the workspace.',
        'Warning ACCOUNT_DISCONNECTED: the account is revoked, expired or disconnected. It may be connected again in time.',
        'Warning PLATFORM_NOT_ON_POST: a field is for a platform without an account on the post.',
        'A first comment on a platform without first comments warns, and is not sent.',
      ],
    ),
    body: CreatePostRequest,
    reply: PostReply,
    status: 201,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_RESTRICTED', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ body }, context) => ({ status: 201, body: await createRequested(body, context, ports) }),
  });
