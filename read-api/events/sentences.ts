import { accountSentences } from '../../domain/accounts/sentences.ts';
import { catalogue } from '../../domain/events.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { mediaSentences } from '../../domain/media/sentences.ts';
import { postSentences } from '../../domain/posts/sentences.ts';
import { deliverySentences, endpointSentences, replaySentences } from '../../domain/webhooks/sentences.ts';
import { apiKeySentences, workspaceSentences } from '../../domain/workspaces/sentences.ts';

/** By event type. A new aggregate with sentences of its own adds them here. */
const sentences = {
  ...postSentences,
  ...accountSentences,
  ...mediaSentences,
  ...endpointSentences,
  ...deliverySentences,
  ...replaySentences,
  ...workspaceSentences,
  ...apiKeySentences,
} as Readonly<Record<string, ((data: never) => string) | undefined>>;

/**
 * What happened, for people, in one sentence without personal data: specific to the event where its
 * type has such a sentence, else generic.
 */
export const sentenceOf = ({ type, data }: NewEvent): string =>
  sentences[type]?.(data as never) ?? catalogue.definitions.get(type)?.description ?? type;
