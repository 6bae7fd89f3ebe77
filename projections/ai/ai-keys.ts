import { aiKeyEvents, aiKeyView } from '../../domain/ai/ai-key.ts';
import { viewProjection, type RowOf } from '../authoring/view-projection.ts';

export type AiKeyRow = RowOf<typeof aiKeys>;

export const aiKeys = viewProjection({
  name: 'ai_keys',
  version: 1,
  description: 'Which AI provider does a workspace ask with its own key?',
  events: aiKeyEvents,
  view: aiKeyView,
  key: 'workspace_id',
  columns: {
    workspace_id: ['text', (_, { key }) => key],
    view: ['jsonb', (view) => view],
  },
});
