import type { Mode } from '../../domain/kernel/mode.ts';
import type { Connector } from '../../domain/platforms/connector.ts';
import type { Platform } from '../../domain/platforms/platform.ts';

export type ConnectorScope = Readonly<{ workspaceId: string; mode: Mode }>;

/**
 * The port to the connectors of the platforms: the real ones for live workspaces, the sandbox's for
 * test workspaces.
 */
export interface Connectors {
  of(scope: ConnectorScope, platform: Platform): Connector;
}
