import { forgotten } from '../../../domain/kernel/personal.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { imagePrompts } from '../../../projections/image-jobs/image-prompts.ts';

const given = specFor(imagePrompts);
const stored = (itemId: string, promptText: string) =>
  event(
    'ImagePromptStored',
    { jobId: 'j1', itemId, sealedFor: 'workspace:w1', promptText },
    { stream: `imagePrompt-${itemId}`, workspaceId: 'w1', at: '2026-01-05T09:00:00.000Z' },
  );

describe('the read model image_prompts', () => {
  it('has the prompt of each item', () =>
    given(stored('i1', 'A long cat'))
      .when(stored('i2', 'A long dog'))
      .then(
        { id: 'i1', workspace_id: 'w1', prompt: 'A long cat' },
        { id: 'i2', workspace_id: 'w1', prompt: 'A long dog' },
      ));
  it('forgets them with the key of the workspace', () =>
    given(stored('i1', forgotten)).when().then({ id: 'i1', workspace_id: 'w1', prompt: forgotten }));
});
