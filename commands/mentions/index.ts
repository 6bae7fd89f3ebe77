export { mentionEndpoints as mentionWrites } from './mention-endpoints.ts';
