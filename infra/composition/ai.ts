import { aiSandboxHeader, aiSandboxImageModel, aiSandboxModel, aiSandboxPath } from '@social-publishing/ai-sandbox';
import type { AiProvider } from '../../domain/ai/ai-provider.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { aiProvider, withBackup } from '../outside/ai/provider.ts';
import type { AiSettings } from '../outside/ai/settings.ts';
import type { Config } from './config.ts';

/** Whose call it is. A test workspace asks the simulated provider. */
export type AiCaller = Readonly<{ workspaceId: string; mode: Mode }>;

export type Ai = Readonly<{
  /** The provider of the service; undefined where none is configured. */
  of(caller: AiCaller): AiProvider | undefined;
  /** The provider of a workspace, by its own key. */
  own(caller: AiCaller, key: Readonly<{ provider: AiSettings['kind']; model: string; apiKey: string }>): AiProvider;
}>;

export const openAi = ({ ai, sandboxUrl }: Pick<Config, 'ai' | 'sandboxUrl'>): Ai => {
  const [first, backup] = ai.map(aiProvider);
  const live = first && backup ? withBackup(first, backup) : first;
  const timeoutMs = ai[0]?.timeoutMs ?? 60_000;
  const simulated = (workspaceId: string, apiKey = 'sandbox'): AiProvider =>
    aiProvider({
      kind: 'openai',
      name: 'sandbox',
      baseUrl: `${sandboxUrl}${aiSandboxPath}`,
      apiKey,
      model: aiSandboxModel,
      imageModel: aiSandboxImageModel,
      timeoutMs,
      headers: { [aiSandboxHeader]: workspaceId },
    });
  return {
    of: ({ mode, workspaceId }) => (mode === 'test' ? simulated(workspaceId) : live),
    own: ({ mode, workspaceId }, { provider, model, apiKey }) =>
      mode === 'test'
        ? simulated(workspaceId, apiKey)
        : aiProvider({ kind: provider, name: provider, apiKey, model, imageModel: null, timeoutMs }),
  };
};
