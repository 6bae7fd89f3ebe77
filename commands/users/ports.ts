import type { WriteContext } from '../kernel/endpoint.ts';
import type { MyWorkspace } from '../../read-api/contract/person.ts';
import type { WorkspacePorts } from '../workspaces/ports.ts';

/** What the endpoints of a person's own account need beyond the log. */
export type UserPorts = Readonly<{
  isHosted: WorkspacePorts['isHosted'];
  bare: WorkspacePorts['bare'];
  /** Every workspace the person is a member of. */
  workspacesOf(userId: string): Promise<readonly string[]>;
  /** The same in the form of answers. */
  shownWorkspacesOf(userId: string): Promise<readonly MyWorkspace[]>;
  /**
   * Ends a renewing paid subscription with its period, without refund. Throws where that failed.
   */
  cancelSubscriptions(userId: string, context: WriteContext): Promise<void>;
  /** Destroys the key of a person's data. Idempotent. */
  forget(userId: string): Promise<void>;
}>;
