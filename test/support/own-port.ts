import { freePortsOf } from '@social-publishing/child-process';

const perGroup = 1_000;
/** Which group of a run this is; tests that run by themselves have the ports of the last one. */
const group = Number(process.env['TEST_PORTS'] ?? 9);

/**
 * A free port that no other group of tests takes, nor a service for its embedded stores. Nothing listens at it for a while when what
 * listened is killed.
 */
export const ownPort = freePortsOf(22_000 + group * perGroup, perGroup);
