export { aiSandboxHandler, aiSandboxHeader, aiSandboxImageModel, aiSandboxModel, aiSandboxPath } from './handler.ts';
export { type AiOutcome, aiOutcomes, type AiOutcomes, aiSandboxMigrations, storedAiOutcomes } from './outcomes.ts';
