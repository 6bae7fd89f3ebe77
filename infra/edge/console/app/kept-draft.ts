import { chosenWorkspace } from './api.ts';
import { emptyDraft, emptyPart, type Draft, type ThreadPart } from './draft.ts';

const key = (): string => `console.draft.${chosenWorkspace() ?? ''}`;

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

export const keepDraft = (draft: Draft): void => localStorage.setItem(key(), JSON.stringify(draft));
export const dropDraft = (): void => localStorage.removeItem(key());
