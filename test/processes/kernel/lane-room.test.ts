import { expect } from 'chai';
import type { Claimed, LaneRoom } from '../../../processes/kernel/instance-store.ts';
import { fullAfter, isAnyFull } from '../../../processes/kernel/lane-room.ts';

const open = (lane: string, room: number, running: Readonly<Record<string, number>> = {}): LaneRoom => ({
  lane,
  room,
  running: new Map(Object.entries(running)),
});

const claimed = (lane: string, ...workspaces: readonly string[]): readonly Claimed[] =>
  workspaces.map((workspaceId, index) => ({
    process: lane,
    instance: `${workspaceId}-${index}`,
    workspaceId,
    lane,
    mode: 'test',
    state: {},
    revision: 1,
    failures: 0,
    dueAt: new Date(0).toISOString(),
    owner: 'w',
    token: '1',
    correlationId: null,
  }));

describe('the queues that a claim left full', () => {
  it('are those without a free slot before it', () => {
    expect(fullAfter(['x', 'y'], [open('y', 2)], [])).to.deep.equal({ lanes: ['x'], workspaces: [] });
  });

  it('are those whose last free slot it took', () => {
    const full = fullAfter(['x'], [open('x', 2, { a: 1 })], claimed('x', 'a', 'b'));
    expect(full).to.deep.equal({ lanes: ['x'], workspaces: [] });
  });

  it('are full for a workspace that holds as many slots as are free', () => {
    const full = fullAfter(['x'], [open('x', 4, { a: 1 })], claimed('x', 'a', 'b'));
    expect(full).to.deep.equal({ lanes: [], workspaces: [{ lane: 'x', workspaceId: 'a' }] });
  });

  it('are none where it found nothing to claim', () => {
    expect(fullAfter(['x'], [open('x', 4, { a: 1 })], [])).to.deep.equal({ lanes: [], workspaces: [] });
  });

  it('concern a lane also where they are full for some of its workspaces only', () => {
    const full = { lanes: ['x'], workspaces: [{ lane: 'y', workspaceId: 'a' }] };
    expect(['x', 'y', 'z', undefined].map((lane) => isAnyFull(full, lane))).to.deep.equal([true, true, false, true]);
    expect(isAnyFull({ lanes: [], workspaces: [] })).to.equal(false);
  });
});
