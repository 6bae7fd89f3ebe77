import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { aiKeys } from '../../../projections/ai/ai-keys.ts';

const given = specFor(aiKeys);
const at = '2026-01-05T09:00:00.000Z';
const on = { stream: 'aiKey-w1', workspaceId: 'w1', at };
const stored = event('AiKeyStored', { provider: 'openai', model: 'm', version: 1 }, on);

describe('the read model ai_keys', () => {
  it('has the provider of a key, and none after its removal', () => {
    given()
      .when(stored)
      .then({ workspace_id: 'w1', view: { provider: 'openai', model: 'm', updatedAt: at } });
    given(stored)
      .when(event('AiKeyRemoved', {}, on))
      .then({ workspace_id: 'w1', view: { provider: null, model: null, updatedAt: at } });
  });
});
