import { z } from 'zod';
import { jsonReply } from '../body.ts';
import { Refusal, type GraphFailure } from './graph-errors.ts';
import { isWindowOpen, windowClosed } from './message-window.ts';
import type { SandboxObject } from '../store.ts';
import { checked, requestOf } from './parameters.ts';
import type { MetaSession } from './session.ts';

/** How long a comment takes a private reply (Meta: "Private replies"). */
const privateReplyMs = 7 * 24 * 3_600_000;

const alreadyReplied: GraphFailure = { code: 10900, message: '(#10900) Activity already replied to' };
const cannotReply: GraphFailure = { code: 10903, message: "(#10903) This user can't reply to this activity" };

const messageOf = (longest: number) => z.strictObject({ text: z.string().min(1).max(longest) });

/** A message to a person. On Facebook its type is required. */
const toPerson = (longest: number, type: 'required' | 'optional') => {
  const types = z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG', 'UTILITY']);
  return z.strictObject({
    recipient: z.strictObject({ id: z.string().min(1) }),
    message: messageOf(longest),
    messaging_type: type === 'required' ? types : types.optional(),
    tag: z.literal('HUMAN_AGENT').optional(),
  });
};
/** A private reply: to the author of a comment. */
const toComment = (longest: number) =>
  z.strictObject({
    recipient: z.strictObject({ comment_id: z.string().min(1) }),
    message: messageOf(longest),
    messaging_type: z.enum(['RESPONSE', 'UPDATE']).optional(),
  });

export type MessagesEdge = Readonly<{
  longest: number;
  messagingType: 'required' | 'optional';
  newId(): Promise<string>;
  /** Stored with the message. */
  data?: Readonly<Record<string, string>>;
}>;

/** The author of a comment that is not too old for a private reply. */
const authorOf = async ({ call, account }: MetaSession, commentId: string): Promise<string> => {
  const { store, now } = call.world;
  const comment = await store.object(account.platform, commentId);
  const isTheirs =
    comment?.accountNativeId === account.nativeId && comment.direction === 'received' && comment.kind === 'comment';
  if (!isTheirs || comment.deletedAt !== null || now().getTime() - Date.parse(comment.createdAt) > privateReplyMs)
    throw new Refusal(cannotReply);
  return String(comment.data['authorId'] ?? '');
};

/** `POST /{page or account}/messages`: to a person within the window, or once to the author of a comment. */
export const sendMessage = async (session: MetaSession, edge: MessagesEdge): Promise<Response> => {
  const { call, account, parameters } = session;
  const { store, now } = call.world;
  const isPrivateReply = /"?comment_id"?/.test(JSON.stringify(parameters['recipient'] ?? ''));
  const to = isPrivateReply
    ? { ...checked(toComment(edge.longest), parameters), tag: undefined }
    : checked(toPerson(edge.longest, edge.messagingType), parameters);
  const { recipient, message } = to;
  const comment = 'comment_id' in recipient ? recipient.comment_id : undefined;
  const person = 'id' in recipient ? recipient.id : await authorOf(session, recipient.comment_id);
  if (comment === undefined && !(await isWindowOpen(session, person, to.tag))) throw new Refusal(windowClosed);
  const nativeId = await edge.newId();
  const sent: SandboxObject = {
    platform: account.platform,
    nativeId,
    accountNativeId: account.nativeId,
    kind: 'message',
    direction: 'made',
    parentNativeId: comment ?? null,
    text: message.text,
    media: [],
    request: requestOf(parameters),
    createdAt: now().toISOString(),
    deletedAt: null,
    data: { ...edge.data, recipient: person },
  };
  const { inserted } = await store.insertObject(
    sent,
    comment === undefined ? undefined : { key: `private reply ${comment}` },
  );
  if (!inserted) throw new Refusal(alreadyReplied);
  return jsonReply(200, { ...(comment === undefined && { recipient_id: person }), message_id: nativeId });
};
