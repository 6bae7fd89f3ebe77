import { commentRounds } from './comment-rounds.ts';
import { lostReplies } from './lost-replies.ts';

export const commentProcesses = [lostReplies, commentRounds] as const;
