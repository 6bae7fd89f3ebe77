import { z } from 'zod';
import type { Community } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { chatOf, Message, nativeIdOf, resultOf, telegramApi } from './api.ts';

const Sent = resultOf(Message);
const Count = resultOf(z.number());

/** Direct messages of the bot and the number of members. The Bot API shows no history, no views and no reactions on request. */
export const telegramCommunity = (tools: PlatformTools): Community => {
  const api = telegramApi(tools);
  return {
    /** Reaches only people who wrote to the bot before. */
    async message({ recipientNativeId, text }, context) {
      const parameters = { chat_id: recipientNativeId, text };
      const reply = await api({ method: 'sendMessage', parameters, effect: 'send' }, context);
      return { nativeId: nativeIdOf(shaped(Sent, reply, 'send').result), kind: 'message' };
    },
    async accountMetrics(context) {
      const parameters = { chat_id: chatOf(context.account, context.credentials) };
      const reply = await api({ method: 'getChatMemberCount', parameters, effect: 'read' }, context);
      return { followers: shaped(Count, reply, 'read').result };
    },
  };
};
