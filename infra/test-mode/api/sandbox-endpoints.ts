import { setSandboxAi } from './ai.ts';
import { sandboxClockEndpoints } from './clock.ts';
import { setSandboxCredits } from './credits.ts';
import { createSandboxContacts } from './contacts.ts';
import { readSandboxDelivery } from './deliveries.ts';
import { listSandboxEmails } from './emails.ts';
import { sandboxInboundEndpoints } from './inbound.ts';
import { getSandboxOverview } from './overview.ts';
import { sandboxPlatformEndpoints } from './platforms.ts';
import { setSandboxPayments } from './payments.ts';
import type { SandboxApiPorts, SandboxEndpoints } from './ports.ts';
import { setSandboxUsage } from './usage.ts';
import { sandboxWorkspaceEndpoints } from './workspaces.ts';

/** Everything under /v1/sandbox. Mounted in test mode only; without it every such path is 404. */
export const sandboxEndpoints = (ports: SandboxApiPorts): SandboxEndpoints => {
  const clock = sandboxClockEndpoints(ports);
  const platforms = sandboxPlatformEndpoints(ports);
  const offered: SandboxEndpoints = {
    writes: [
      ...sandboxWorkspaceEndpoints(ports),
      ...clock.writes,
      ...platforms.writes,
      ...sandboxInboundEndpoints(ports),
      createSandboxContacts(ports),
      readSandboxDelivery(ports),
      setSandboxUsage(ports),
      setSandboxCredits(ports),
      setSandboxAi(ports),
      setSandboxPayments(ports),
    ],
    reads: [...clock.reads, ...platforms.reads, listSandboxEmails(ports)],
  };
  return { ...offered, reads: [...offered.reads, getSandboxOverview(ports, offered)] };
};
