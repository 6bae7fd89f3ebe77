import { jsonReply } from '../body.ts';
import { badParameter, Refusal } from './graph-errors.ts';
import { textOf } from './parameters.ts';
import type { MetaSession } from './session.ts';

/** The newest messages of one conversation, as the edge expands them without a limit. */
const shownMessages = 25;

/** `GET /{page}/conversations?user_id=…`: the conversation with one person, its messages newest first. */
export const conversation = async ({ call, account, parameters }: MetaSession, own: string): Promise<Response> => {
  const person = textOf(parameters['user_id']);
  if (person === undefined) throw new Refusal(badParameter('Param user_id is required'));
  const messages = await call.world.store.objects({
    platform: account.platform,
    accountNativeId: account.nativeId,
    kinds: ['message'],
    limit: 1000,
  });
  const data = messages
    .filter((each) => each.data['recipient'] === person || each.data['authorId'] === person)
    .slice(0, shownMessages)
    .map(({ nativeId, text, direction, createdAt }) => ({
      id: nativeId,
      message: text,
      from: { id: direction === 'made' ? own : person },
      created_time: createdAt.replace(/\.\d+Z$/, '+0000'),
    }));
  return jsonReply(200, { data: data.length === 0 ? [] : [{ id: `t_${person}`, messages: { data } }] });
};
