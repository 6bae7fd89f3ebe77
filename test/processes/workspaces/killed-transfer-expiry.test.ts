import { expect } from 'chai';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { transferExpiry } from '../../../processes/workspaces/transfer-expiry.ts';
import { killedProcess } from '../../support/killed-process.ts';

const requestId = 'r1';
const now = '2026-01-05T09:00:00.000Z';

/** An offer whose time is up, while the service is killed at a step, or two nodes work. */
const story = async (of: Readonly<{ killAt: number; nodes?: number }>) => {
  const world = await killedProcess(transferExpiry, () => ({}), of);
  const { send, log } = world;
  await send(workspace, 'w1', { type: 'add-member', userId: 'u2', role: 'MEMBER' });
  const offer = { type: 'request-transfer', requestId, by: 'u1', targetUserId: 'u2', now, expiresAt: now } as const;
  await send(workspace, 'w1', offer);
  await world.untilNothingIsOwed();
  const ends = log
    .of('workspace-w1')
    .flatMap(({ type }) => (/^OwnershipTransfer(?!Requested)/.test(type) ? [type] : []));
  return { world, ends };
};

describe('an offer of ownership whose time is up', () => {
  it('ends once, at whatever step the process is killed', async () => {
    for (let killAt = 0; ; killAt += 1) {
      const { world, ends } = await story({ killAt });
      expect(ends, `killed at step ${killAt}`).to.deep.equal(['OwnershipTransferExpired']);
      if (!world.wasKilled()) return expect(killAt, 'steps that were killed').to.be.greaterThan(1);
    }
  });

  it('ends once where two nodes end it at the same time', async () => {
    expect((await story({ killAt: Infinity, nodes: 2 })).ends).to.deep.equal(['OwnershipTransferExpired']);
  });
});
