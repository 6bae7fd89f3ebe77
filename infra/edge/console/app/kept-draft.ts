import { chosenWorkspace } from './api.ts';
import { emptyDraft, emptyPart, type Draft, type ThreadPart } from './draft.ts';

const key = (workspace = chosenWorkspace()): string => `console.draft.${workspace ?? ''}`;

/** Earlier versions of this page kept the text of a part alone, or with the ids of its files. */
const partOf = (part: Partial<ThreadPart> | string): ThreadPart => ({
  ...emptyPart,
  ...(typeof part === 'string' ? { content: part } : part),
});

/** What was written in this browser and not sent yet, also before the page was closed or the network lost. */
export const keptDraft = (): Draft => {
  const text = localStorage.getItem(key());
  if (text === null) return emptyDraft;
  try {
    const kept = { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) };
    return { ...kept, thread: kept.thread.map(partOf) };
  } catch {
    return emptyDraft;
  }
};

const sendingKey = (workspace = chosenWorkspace()): string => `console.sending.${workspace ?? ''}`;

/** The Idempotency-Key that a request had before the page was loaded again; undefined where another body was sent. */
const keyBefore = (body: string): string | undefined => {
  const [key, sent] = (sessionStorage.getItem(sendingKey()) ?? '').split('\n', 2);
  return sent === body ? key : undefined;
};

/** The Idempotency-Key of a body, so that a post whose answer was lost is no second one when its draft is sent again. */
export const keyToSend = (body: string): string => {
  const key = keyBefore(body) ?? crypto.randomUUID();
  sessionStorage.setItem(sendingKey(), `${key}\n${body}`);
  return key;
};

/** The service answered, perhaps after the person went to another workspace. */
export const dropSendingKey = (workspace?: string): void => sessionStorage.removeItem(sendingKey(workspace));

export const keepDraft = (draft: Draft): void => localStorage.setItem(key(), JSON.stringify(draft));
export const dropDraft = (): void => localStorage.removeItem(key());

/** The service has this draft. What was written since, in another window, stays. */
export const dropSentDraft = (draft: Draft, workspace: string | undefined): void => {
  if (localStorage.getItem(key(workspace)) === JSON.stringify(draft)) localStorage.removeItem(key(workspace));
  dropSendingKey(workspace);
};
