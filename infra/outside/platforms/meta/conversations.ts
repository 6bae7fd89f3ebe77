import { z } from 'zod';
import type { NativeMessage } from '../../../../domain/platforms/community.ts';

/** The answer of a conversations edge. */
export const Conversations = z.object({
  data: z.array(
    z.object({
      messages: z
        .object({
          data: z.array(
            z.object({
              id: z.string(),
              message: z.string().optional(),
              from: z.object({ id: z.string() }).optional(),
              created_time: z.string(),
            }),
          ),
        })
        .optional(),
    }),
  ),
});

/** The parameters that ask for the newest messages of the conversation with one person. */
export const conversationWith = (platform: 'messenger' | 'instagram', person: string) => ({
  platform,
  user_id: person,
  fields: 'messages{id,message,from,created_time}',
});

/** Of a conversation, what the person did not write. */
export const sentIn = ({ data }: z.infer<typeof Conversations>, person: string): readonly NativeMessage[] =>
  data
    .flatMap(({ messages }) => messages?.data ?? [])
    .filter(({ from }) => from?.id !== person)
    .map(({ id, message: text = '', created_time: at }) => ({
      nativeId: id,
      text,
      createdAt: new Date(at).toISOString(),
    }));
