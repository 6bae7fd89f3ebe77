import { MemberJoined } from '../../../domain/workspaces/member.ts';
import {
  OwnershipTransferCancelled,
  OwnershipTransferDeclined,
  OwnershipTransferExpired,
  OwnershipTransferRequested,
  OwnershipTransferred,
  type TransferCommand,
} from '../../../domain/workspaces/ownership-transfer.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import { WorkspaceCreated } from '../../../domain/workspaces/workspace-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(workspace);
const people = [
  WorkspaceCreated({
    workspaceId: 'w1',
    name: 'Acme',
    slug: 'acme',
    logo: null,
    plan: 'pro',
    mode: 'live',
    ownerId: 'olivia',
    settings: {},
  }),
  MemberJoined({ userId: 'olivia', role: 'OWNER' }),
  MemberJoined({ userId: 'adam', role: 'ADMIN' }),
  MemberJoined({ userId: 'mia', role: 'MEMBER' }),
];
const day1 = '2026-01-01T00:00:00.000Z';
const day5 = '2026-01-05T00:00:00.000Z';
const day8 = '2026-01-08T00:00:00.000Z';
const request = (over: Partial<Extract<TransferCommand, { type: 'request-transfer' }>> = {}): TransferCommand => ({
  type: 'request-transfer',
  requestId: 't1',
  by: 'olivia',
  targetUserId: 'mia',
  now: day1,
  expiresAt: day8,
  ...over,
});
const requested = OwnershipTransferRequested({
  requestId: 't1',
  fromUserId: 'olivia',
  targetUserId: 'mia',
  expiresAt: day8,
});
const transferred = OwnershipTransferred({ requestId: 't1', fromUserId: 'olivia', toUserId: 'mia' });

describe('handing a workspace over', () => {
  it('is offered by the owner to a member', () => {
    given(...people)
      .when(request())
      .then(requested);
    for (const by of ['adam', 'mia', 'stranger', undefined])
      given(...people)
        .when(request({ by }))
        .thenRefused('FORBIDDEN');
    given(...people)
      .when(request({ targetUserId: 'olivia' }))
      .thenRefused('VALIDATION_ERROR', /already/);
    given(...people)
      .when(request({ targetUserId: 'stranger' }))
      .thenRefused('VALIDATION_ERROR', /not a member/);
  });

  it('is offered to one at a time', () => {
    given(...people, requested)
      .when(request({ requestId: 't2', now: day5 }))
      .thenNothing();
    given(...people, requested)
      .when(request({ requestId: 't2', targetUserId: 'adam', now: day5 }))
      .thenRefused('CONFLICT');
    given(...people, requested)
      .when(request({ requestId: 't2', targetUserId: 'adam', now: day8, expiresAt: '2026-01-15T00:00:00.000Z' }))
      .thenTypes('OwnershipTransferExpired', 'OwnershipTransferRequested');
  });

  it('makes the target owner and the owner administrator', () => {
    given(...people, requested)
      .when({ type: 'accept-transfer', by: 'mia', now: day5 })
      .then(transferred);
    given(...people, requested, transferred)
      .when(request({ requestId: 't2', by: 'mia', targetUserId: 'olivia' }))
      .thenTypes('OwnershipTransferRequested');
    given(...people, requested, transferred)
      .when({ type: 'change-member-role', by: 'mia', userId: 'olivia', role: 'VIEWER' })
      .thenTypes('MemberRoleChanged');
  });

  it('is accepted and declined by its target only', () => {
    given(...people, requested)
      .when({ type: 'decline-transfer', by: 'mia', now: day5 })
      .then(OwnershipTransferDeclined({ requestId: 't1' }));
    for (const type of ['accept-transfer', 'decline-transfer'] as const) {
      for (const by of ['olivia', 'adam', undefined])
        given(...people, requested)
          .when({ type, by, now: day5 })
          .thenRefused('FORBIDDEN');
      given(...people)
        .when({ type, by: 'mia', now: day5 })
        .thenRefused('NOT_FOUND');
    }
  });

  it('is cancelled by the owner', () => {
    given(...people, requested)
      .when({ type: 'cancel-transfer', by: 'olivia', now: day5 })
      .then(OwnershipTransferCancelled({ requestId: 't1' }));
    given(...people, requested)
      .when({ type: 'cancel-transfer', by: 'adam', now: day5 })
      .thenRefused('FORBIDDEN');
    given(...people)
      .when({ type: 'cancel-transfer', by: 'olivia', now: day5 })
      .thenRefused('NOT_FOUND');
  });

  it('runs out after seven days, noticed or not', () => {
    for (const type of ['accept-transfer', 'decline-transfer'] as const)
      given(...people, requested)
        .when({ type, by: 'mia', now: day8 })
        .thenRefused('NOT_FOUND');
    given(...people, requested)
      .when({ type: 'expire-transfer', requestId: 't1', now: day8 })
      .then(OwnershipTransferExpired({ requestId: 't1' }));
    given(...people, requested)
      .when({ type: 'expire-transfer', requestId: 't1', now: day5 })
      .thenNothing();
    given(...people, requested)
      .when({ type: 'expire-transfer', requestId: 't0', now: day8 })
      .thenNothing();
  });
});
