import { aiKeys } from './ai-keys.ts';

export const aiProjections = {
  ai_keys: aiKeys,
};
