import { aiKeyEvents, aiKeyView, type AiKeyView } from '../../domain/ai/ai-key.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type AiKeyRow = { workspace_id: string; view: AiKeyView };

export const aiKeys = projectionOf<AiKeyRow>({
  name: 'ai_keys',
  version: 1,
  description: 'Which AI provider does a workspace ask with its own key?',
  table: { key: 'workspace_id', columns: { workspace_id: 'text', view: 'jsonb' } },
  on: onEach(aiKeyEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, workspace_id) => {
      const view = aiKeyView.evolve(row?.view, event);
      return view && { workspace_id, view };
    },
  }),
});
