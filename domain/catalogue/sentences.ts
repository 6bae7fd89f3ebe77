import { accountSentences } from '../accounts/sentences.ts';
import { catalogue } from '../events.ts';
import type { NewEvent } from '../kernel/event.ts';
import { mediaSentences } from '../media/sentences.ts';
import { postSentences } from '../posts/sentences.ts';
import { deliverySentences, endpointSentences, replaySentences } from '../webhooks/sentences.ts';
import { apiKeySentences, workspaceSentences } from '../workspaces/sentences.ts';

/** By event type. A new aggregate with something to tell adds its own here. */
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

/** What happened, for people, in one sentence and without personal data: of this event where its type has one, else of its type. */
export const sentenceOf = ({ type, data }: NewEvent): string =>
  sentences[type]?.(data as never) ?? catalogue.definitions.get(type)?.says ?? type;
