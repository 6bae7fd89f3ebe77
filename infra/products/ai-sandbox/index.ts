export {
  aiSandboxHandler,
  aiSandboxHeader,
  aiSandboxImageModel,
  aiSandboxModel,
  type AiSandboxOptions,
  aiSandboxPath,
} from './handler.ts';
export { type AiOutcome, aiOutcomes, type AiOutcomes, aiSandboxMigrations, storedAiOutcomes } from './outcomes.ts';
