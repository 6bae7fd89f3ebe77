import type { SandboxReport } from '@social-publishing/platform-sandbox';

const patienceMs = 10_000;

/** Sends one report of a simulated platform. A report that fails is lost: the platform gives up too. */
export const deliverReport = async ({ url, body, headers }: SandboxReport): Promise<void> => {
  await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(patienceMs) })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
};
