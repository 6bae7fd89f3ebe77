export { sandboxPlatforms } from './all.ts';
export { readSandboxApps, writeSandboxApps } from './apps-file.ts';
export { type SandboxApp, sandboxApps, type SandboxApps, sandboxPath } from './client-registrations.ts';
export { forWorkspace } from './consent.ts';
export { Cut, heldHeader } from './faults.ts';
export { type Inbound, receive } from './inbox.ts';
export { type KnownRedirects, signedRedirects } from './known-redirects.ts';
export { shownText } from './linkedin/little-text.ts';
export { memorySandboxStore } from './memory-store.ts';
export { heardFromCrowd } from './meta/message-window.ts';
export { sandboxFetch, sandboxHandler, type SandboxHandlerOptions } from './node-handler.ts';
export type { Provisioned, ProvisionRequest, SandboxPlatform, SandboxReport, SandboxWorld } from './platform.ts';
export { postgresSandboxStore } from './postgres-store.ts';
export {
  type FaultKind,
  faultKinds,
  type FaultOperation,
  faultOperations,
  type JsonObject,
  type SandboxAccount,
  type SandboxFault,
  type SandboxMedia,
  type SandboxObject,
  type SandboxSecret,
  type SandboxStore,
} from './store.ts';
export { sandboxMigrations, type SandboxTables } from './tables.ts';
