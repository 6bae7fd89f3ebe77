import { z } from 'zod';
import { unreachable, type Decider, type ViewFold } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';

export const OwnAiProvider = z.enum(['openai', 'anthropic']);
export type OwnAiProvider = z.infer<typeof OwnAiProvider>;

export const AiKeyStored = defineEvent(
  'AiKeyStored',
  z.object({ provider: OwnAiProvider, model: z.string(), version: z.int().positive() }),
  { description: 'The workspace set its own key of an AI provider, or replaced it; the key is in the vault.' },
);
export const AiKeyRemoved = defineEvent('AiKeyRemoved', z.object({}), {
  description: 'The workspace removed its own key of an AI provider.',
});

export const aiKeyEvents = [AiKeyStored, AiKeyRemoved] as const;
export type AiKeyEvent = EventOf<(typeof aiKeyEvents)[number]>;

export type AiKeyState = Readonly<{ provider: OwnAiProvider; model: string; version: number }> | 'never' | 'removed';

export type AiKeyCommand =
  | Readonly<{ type: 'store-ai-key'; provider: OwnAiProvider; model: string; version: number }>
  | Readonly<{ type: 'remove-ai-key' }>;

/** `aiKey-<workspace id>`: the workspace's own key. `version` is the one that the vault gave it. */
export const aiKey: Decider<AiKeyState, AiKeyCommand, AiKeyEvent> = {
  category: 'aiKey',
  initial: 'never',
  decide: (command, state) => {
    switch (command.type) {
      case 'store-ai-key': {
        const { provider, model, version } = command;
        return typeof state === 'object' && state.version === version
          ? []
          : [AiKeyStored({ provider, model, version })];
      }
      case 'remove-ai-key':
        if (state === 'never') throw notFound('AI key');
        return state === 'removed' ? [] : [AiKeyRemoved({})];
      default:
        return unreachable(command);
    }
  },
  evolve: (_, event) => (event.type === 'AiKeyStored' ? event.data : 'removed'),
};

export type AiKeyView = Readonly<{ provider: OwnAiProvider | null; model: string | null; updatedAt: string }>;

export const aiKeyView: ViewFold<AiKeyView, AiKeyEvent> = {
  evolve: (_, event) => {
    const updatedAt = event.meta.occurredAt;
    if (event.type === 'AiKeyRemoved') return { provider: null, model: null, updatedAt };
    return { provider: event.data.provider, model: event.data.model, updatedAt };
  },
};
