import { conversationSituations } from './conversation-situations.ts';
import type { Situations } from './making.ts';
import { publishingSituations } from './publishing-situations.ts';
import { workspaceSituations } from './workspace-situations.ts';

/** Operations that need something which only they use up, each with what makes it. */
export const situations: Situations = {
  ...publishingSituations,
  ...conversationSituations,
  ...workspaceSituations,
};
