import type { Community } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { graphOf } from '../meta/graph.ts';
import { recipientFields, sendMessage } from './publisher.ts';

/**
 * Answers to people who have written. WhatsApp has no comments, and counts come by webhook only.
 */
export const whatsappCommunity = (tools: PlatformTools): Community => {
  const graph = graphOf(tools.http);
  return {
    async message({ recipientNativeId, text }, context) {
      const message = { ...recipientFields(recipientNativeId), type: 'text', text: { body: text, preview_url: true } };
      return { nativeId: await sendMessage(graph, tools, message, context), kind: 'message' };
    },
  };
};
