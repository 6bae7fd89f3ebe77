import { type Inbound, receive } from '@social-publishing/platform-sandbox';
import { z } from 'zod';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../../../commands/kernel/endpoint.ts';
import { receiveMessage } from '../../../commands/contacts/receive-message.ts';
import { requireTest, type SandboxApiPorts } from './ports.ts';

const Author = z.object({ id: z.string().min(1).max(200), username: z.string().min(1).max(200) });
const text = z.string().max(10_000);
const accountId = z.string().max(64);

/** What other people do on the simulated platforms. */
export const sandboxInboundEndpoints = (ports: SandboxApiPorts): readonly WriteEndpoint[] => {
  const take = async (
    account: string,
    inbound: Omit<Inbound, 'platform' | 'accountNativeId'>,
    { caller }: Pick<WriteContext, 'caller'>,
  ): Promise<Readonly<{ id: string; isReported: boolean }>> => {
    requireTest(caller);
    const { platform, nativeId } = await ports.accountRef(account, caller.workspaceId);
    const received = await receive(ports.world, { ...inbound, platform, accountNativeId: nativeId });
    const of = { accountId: account, workspaceId: caller.workspaceId };
    return { id: received, isReported: await ports.reportInbound(platform, received, of) };
  };
  return [
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/inbox/comments',
      id: 'receiveSandboxComment',
      summary: 'A person comments on a live post',
      description:
        'Facebook, Instagram and Threads report it to the service by a webhook, before this answer. The comments of ' +
        'other platforms are found by the next reading.',
      body: z.object({
        accountId,
        platformPostId: z.string().min(1).max(500),
        text,
        author: Author,
        parentCommentId: z.string().max(500).optional(),
      }),
      reply: z.object({ platformCommentId: z.string() }),
      status: 201,
      run: async ({ body }, context) => {
        const { accountId: account, platformPostId, parentCommentId, ...rest } = body;
        const parent = parentCommentId === undefined ? {} : { parentCommentId };
        const inbound = { ...rest, ...parent, kind: 'comment', postNativeId: platformPostId } as const;
        return { status: 201, body: { platformCommentId: (await take(account, inbound, context)).id } };
      },
    }),
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/inbox/mentions',
      id: 'receiveSandboxMention',
      summary: 'A person mentions an account',
      description:
        'The service learns of it as it does on the real platform: by a webhook, or by the next ' + 'reading.',
      body: z.object({ accountId, text, author: Author }),
      reply: z.object({ platformMentionId: z.string() }),
      status: 201,
      run: async ({ body: { accountId: account, ...rest } }, context) => ({
        status: 201,
        body: { platformMentionId: (await take(account, { ...rest, kind: 'mention' }, context)).id },
      }),
    }),
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/inbox/reviews',
      id: 'receiveSandboxReview',
      summary: 'A person reviews a location',
      description:
        'A review of an unknown location gives that location to the person. `locationPath` is ' +
        '`accounts/<account>/locations/<location>`, or `locations/<location>` for a location of the account itself, ' +
        'which is shown by its full name.',
      body: z.object({
        accountId,
        rating: z.int().min(1).max(5),
        text: text.optional(),
        reviewerName: z.string().min(1).max(200),
        locationPath: z
          .string()
          .max(300)
          .regex(
            /^(accounts\/[^/]+\/)?locations\/[^/]+$/,
            'must be accounts/<account>/locations/<location>, or locations/<location>',
          ),
        locationName: z.string().max(300),
      }),
      reply: z.object({ platformReviewId: z.string() }),
      status: 201,
      run: async ({ body }, context) => {
        const { accountId: account, text: details = '', reviewerName, ...data } = body;
        const author = { id: reviewerName, username: reviewerName };
        const review = { kind: 'review', text: details, author, data } as const;
        return { status: 201, body: { platformReviewId: (await take(account, review, context)).id } };
      },
    }),
    writeEndpoint({
      method: 'POST',
      path: '/v1/sandbox/inbox/messages',
      id: 'receiveSandboxMessage',
      summary: 'A person writes a direct message to an account',
      description:
        'Creates or updates the contact. A message such as STOP suppresses it at once. A platform whose account the ' +
        'service subscribed to reports the message by a webhook, before this answer; where the subscription is missing, ' +
        'nothing comes in. `incoming` of the account shows which.',
      body: z.object({ accountId, text, author: Author }),
      reply: z.object({ platformMessageId: z.string() }),
      status: 201,
      run: async ({ body: { accountId: account, text: written, author } }, context) => {
        const message = { text: written, author, kind: 'message' } as const;
        const { id: platformMessageId, isReported } = await take(account, message, context);
        if (isReported) return { status: 201, body: { platformMessageId } };
        const { platform } = await ports.accountRef(account, context.caller.workspaceId);
        const of = { account: { id: account, platform }, writtenAt: context.now };
        await receiveMessage({ ...of, author, platformMessageId, text: written }, context);
        return { status: 201, body: { platformMessageId } };
      },
    }),
  ];
};
