import { imagePromptEvents } from '../../domain/image-jobs/image-prompt.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type ImagePromptRow = { id: string; workspace_id: string; prompt: string };

/** Beside `image_jobs`, whose rows are written again with each step of a job: these are written once. */
export const imagePrompts = projectionOf<ImagePromptRow>({
  name: 'image_prompts',
  version: 1,
  description: 'What are the long prompts of image jobs?',
  table: { key: 'id', bornWithStream: true, columns: { id: 'text', workspace_id: 'text', prompt: 'text' } },
  on: onEach(imagePromptEvents, {
    keys: ({ data }) => data.itemId,
    fold: (_row, { data, meta }) => ({
      id: data.itemId,
      workspace_id: meta.workspaceId,
      prompt: data.promptText,
    }),
  }),
});
