import { expect } from 'chai';
import { foldView } from '../../../domain/kernel/decider.ts';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { MemberJoined, MemberLeft, MemberRoleChanged } from '../../../domain/workspaces/member.ts';
import {
  OwnershipTransferCancelled,
  OwnershipTransferRequested,
  OwnershipTransferred,
} from '../../../domain/workspaces/ownership-transfer.ts';
import {
  WorkspaceGraceEnded,
  WorkspacePlanChanged,
  WorkspacePurchaseBoundChanged,
} from '../../../domain/workspaces/plan-events.ts';
import { effectiveSettings } from '../../../domain/workspaces/settings.ts';
import { workspace, type WorkspaceCommand } from '../../../domain/workspaces/workspace.ts';
import { workspaceView } from '../../../domain/workspaces/workspace-view.ts';
import {
  WorkspaceCreated,
  WorkspaceDeleted,
  WorkspaceDeletionRequested,
  WorkspaceErased,
  WorkspaceLogoChanged,
  WorkspaceRenamed,
  WorkspaceSettingsChanged,
  WorkspaceSlugChanged,
  type WorkspaceEvent,
} from '../../../domain/workspaces/workspace-events.ts';
import { specFor } from '../../support/spec.ts';

const given = specFor(workspace);
const data = {
  workspaceId: 'w1',
  name: 'Acme',
  slug: 'acme',
  logo: null,
  plan: 'free',
  mode: 'live',
  ownerId: 'olivia',
  settings: {},
} as const;
const created = [WorkspaceCreated(data), MemberJoined({ userId: 'olivia', role: 'OWNER' })];
const withPeople = [
  ...created,
  MemberJoined({ userId: 'adam', role: 'ADMIN' }),
  MemberJoined({ userId: 'mia', role: 'MEMBER' }),
];
const change = (over: Partial<Extract<WorkspaceCommand, { type: 'change-workspace' }>>): WorkspaceCommand => ({
  type: 'change-workspace',
  bySystemAdmin: false,
  ...over,
});
const remove = (over: Partial<Extract<WorkspaceCommand, { type: 'delete-workspace' }>>): WorkspaceCommand => ({
  type: 'delete-workspace',
  by: 'olivia',
  otherOwned: 1,
  ...over,
});

describe('a workspace', () => {
  it('is created with its owner as first member', () => {
    given()
      .when({ type: 'create-workspace', ...data })
      .then(...created);
  });

  it('is created once', () => {
    given(...created)
      .when({ type: 'create-workspace', ...data, name: 'Other' })
      .thenNothing();
  });

  it('does not exist before', () => {
    given()
      .when(change({ name: 'New' }))
      .thenRefused('NOT_FOUND');
  });

  it('changes what is given and differs, and nothing else', () => {
    given(...created)
      .when(
        change({ name: 'New', slug: 'new', logo: 'https://media.example/logo.png', settings: { autoArchiveDays: 30 } }),
      )
      .then(
        WorkspaceRenamed({ name: 'New' }),
        WorkspaceSlugChanged({ slug: 'new' }),
        WorkspaceLogoChanged({ logo: 'https://media.example/logo.png' }),
        WorkspaceSettingsChanged({ settings: { autoArchiveDays: 30 } }),
      );
    given(...created)
      .when(change({ name: 'Acme', slug: 'acme', logo: null, settings: {} }))
      .thenNothing();
  });

  it('keeps the settings that are not given', () => {
    given(...created, WorkspaceSettingsChanged({ settings: { autoArchiveDays: 30, allowedPlatforms: ['TWITTER'] } }))
      .when(change({ settings: { require_approval: true, allowedPlatforms: [] } }))
      .then(
        WorkspaceSettingsChanged({
          settings: { autoArchiveDays: 30, allowedPlatforms: [], require_approval: true },
        }),
      );
  });

  it('lets only system administrators set platformBetaTester', () => {
    given(...created)
      .when(change({ settings: { platformBetaTester: true } }))
      .thenRefused('FORBIDDEN', /platformBetaTester/);
    const granted = WorkspaceSettingsChanged({ settings: { platformBetaTester: true } });
    given(...created, granted)
      .when(change({ settings: { platformBetaTester: false } }))
      .thenRefused('FORBIDDEN', /platformBetaTester/);
    given(...created)
      .when(change({ settings: { platformBetaTester: true }, bySystemAdmin: true }))
      .thenTypes('WorkspaceSettingsChanged');
    given()
      .when({ type: 'create-workspace', ...data, settings: { platformBetaTester: true } })
      .thenRefused('FORBIDDEN');
  });

  it('takes settings that were read and written back, and changes nothing', () => {
    for (const settings of [{}, { require_approval: true, approve_content: false }, { platformBetaTester: true }]) {
      const history = [...created, WorkspaceSettingsChanged({ settings })];
      given(...history)
        .when(change({ settings: effectiveSettings(settings) }))
        .thenNothing();
    }
    given(...created)
      .when(change({ settings: { require_approval: true, approve_content: false } }))
      .then(WorkspaceSettingsChanged({ settings: { require_approval: true, approve_content: false } }));
  });

  it('goes over to another plan', () => {
    given(...created)
      .when({ type: 'change-plan', plan: 'pro' })
      .then(WorkspacePlanChanged({ plan: 'pro', graceUntil: null }));
    given(...created)
      .when({ type: 'change-plan', plan: 'free' })
      .thenNothing();
  });

  it('has a grace after a lower plan, until a plan makes up for it', () => {
    const graceUntil = '2026-02-15T00:00:00.000Z';
    const agency = WorkspacePlanChanged({ plan: 'agency', graceUntil: null });
    const lowered = WorkspacePlanChanged({ plan: 'free', graceUntil });
    given(...created, agency)
      .when({ type: 'change-plan', plan: 'free', graceUntil })
      .then(lowered);
    given(...created, agency, lowered)
      .when({ type: 'change-plan', plan: 'starter', graceUntil: '2026-02-18T00:00:00.000Z' })
      .then(WorkspacePlanChanged({ plan: 'starter', graceUntil }));
    given(...created, agency, lowered, WorkspacePlanChanged({ plan: 'starter', graceUntil }))
      .when({ type: 'change-plan', plan: 'agency' })
      .then(WorkspacePlanChanged({ plan: 'agency', graceUntil: null }));
    const end = { type: 'end-grace', graceUntil, pausedAccounts: ['a1'] } as const;
    const ended = WorkspaceGraceEnded({ plan: 'free', graceUntil, pausedAccounts: ['a1'] });
    given(...created, agency, lowered)
      .when(end)
      .then(ended);
    given(...created, agency, lowered, ended)
      .when(end)
      .thenNothing();
    given(...created, agency)
      .when(end)
      .thenNothing();
  });

  it('lets its owner alone set the price above which they alone buy', () => {
    const set = { type: 'set-purchase-bound', by: data.ownerId, ownerBuysAbove: 100 } as const;
    given(...created)
      .when(set)
      .then(WorkspacePurchaseBoundChanged({ ownerBuysAbove: 100 }));
    for (const by of [undefined, 'somebody'])
      given(...created)
        .when({ ...set, by })
        .thenRefused('FORBIDDEN');
  });

  describe('and its members', () => {
    it('are added once and keep their role', () => {
      given(...created)
        .when({ type: 'add-member', userId: 'mia', role: 'MEMBER' })
        .then(MemberJoined({ userId: 'mia', role: 'MEMBER' }));
      given(...withPeople)
        .when({ type: 'add-member', userId: 'mia', role: 'VIEWER' })
        .thenNothing();
    });

    it('get other roles from the owner and administrators', () => {
      for (const by of ['olivia', 'adam'])
        given(...withPeople)
          .when({ type: 'change-member-role', by, userId: 'mia', role: 'EDITOR' })
          .then(MemberRoleChanged({ userId: 'mia', role: 'EDITOR' }));
      for (const by of ['mia', 'stranger'])
        given(...withPeople)
          .when({ type: 'change-member-role', by, userId: 'mia', role: 'ADMIN' })
          .thenRefused('FORBIDDEN');
      given(...withPeople)
        .when({ type: 'change-member-role', by: 'adam', userId: 'nobody', role: 'ADMIN' })
        .thenRefused('NOT_FOUND');
    });

    it('are removed by administrators or leave by themselves, but never the owner', () => {
      given(...withPeople)
        .when({ type: 'remove-member', by: 'adam', userId: 'mia' })
        .then(MemberLeft({ userId: 'mia' }));
      given(...withPeople)
        .when({ type: 'remove-member', by: 'mia', userId: 'mia' })
        .then(MemberLeft({ userId: 'mia' }));
      given(...withPeople)
        .when({ type: 'remove-member', by: 'mia', userId: 'adam' })
        .thenRefused('FORBIDDEN');
      for (const by of ['olivia', 'adam'])
        given(...withPeople)
          .when({ type: 'remove-member', by, userId: 'olivia' })
          .thenRefused('FORBIDDEN', /owner/);
      given(...withPeople)
        .when({ type: 'change-member-role', by: 'adam', userId: 'olivia', role: 'MEMBER' })
        .thenRefused('FORBIDDEN', /owner/);
    });

    it('take the offer of the workspace with them when they leave', () => {
      const offered = OwnershipTransferRequested({
        requestId: 't1',
        fromUserId: 'olivia',
        targetUserId: 'mia',
        expiresAt: '2026-01-08T00:00:00Z',
      });
      given(...withPeople, offered)
        .when({ type: 'remove-member', by: 'mia', userId: 'mia' })
        .then(MemberLeft({ userId: 'mia' }), OwnershipTransferCancelled({ requestId: 't1' }));
    });
  });

  describe('and its end', () => {
    it('can be asked for by owner and administrators, and deletes nothing', () => {
      for (const by of ['olivia', 'adam'])
        given(...withPeople)
          .when({ type: 'request-deletion', requestId: 'd1', by, reason: 'No longer needed' })
          .then(WorkspaceDeletionRequested({ requestId: 'd1', requestedBy: by, reason: 'No longer needed' }));
      for (const by of ['mia', 'stranger', undefined])
        given(...withPeople)
          .when({ type: 'request-deletion', requestId: 'd1', by, reason: null })
          .thenRefused('FORBIDDEN');
    });

    it('comes at once when the owner deletes it', () => {
      given(...withPeople)
        .when(remove({}))
        .then(WorkspaceDeleted({ deletedBy: 'olivia' }));
      for (const by of ['adam', 'mia', undefined])
        given(...withPeople)
          .when(remove({ by }))
          .thenRefused('FORBIDDEN');
    });

    it('does not come to the only workspace of its owner, nor while a subscription runs', () => {
      given(...created)
        .when(remove({ otherOwned: 0 }))
        .thenRefused('BAD_REQUEST', /only workspace/);
      const refused = given(...created).when(remove({ activeSubscription: { cancelUrl: '/v1/billing/cancel' } }));
      refused.thenRefused('ACTIVE_SUBSCRIPTION');
    });

    it('comes with the account of its owner when it has no other member', () => {
      given(...created)
        .when(remove({ otherOwned: 0, withAccount: true }))
        .then(WorkspaceDeleted({ deletedBy: 'olivia' }));
      given(...withPeople)
        .when(remove({ otherOwned: 0, withAccount: true }))
        .thenRefused('SOLE_WORKSPACE_OWNER');
    });

    it('is noted once its secrets are destroyed', () => {
      given(...created, WorkspaceDeleted({ deletedBy: 'olivia' }))
        .when({ type: 'note-erased' })
        .then(WorkspaceErased({}));
      given(...created)
        .when({ type: 'note-erased' })
        .thenNothing();
    });

    it('is final', () => {
      for (const command of [change({ name: 'New' }), remove({}), { type: 'change-plan', plan: 'pro' } as const])
        given(...created, WorkspaceDeleted({ deletedBy: 'olivia' }))
          .when(command)
          .thenRefused('NOT_FOUND');
    });
  });

  it('is shown with the settings that hold, and with its times', () => {
    const record = (event: WorkspaceEvent, index: number): Recorded<WorkspaceEvent> => ({
      ...event,
      id: String(index),
      stream: 'workspace-w1',
      revision: index,
      position: { commit: BigInt(index), prepare: BigInt(index) },
      meta: {
        workspaceId: 'w1',
        mode: 'live',
        actor: { kind: 'user', id: 'olivia' },
        $correlationId: 'k',
        $causationId: 'k',
        occurredAt: `2026-01-0${index + 1}T00:00:00.000Z`,
      },
    });
    const show = (...events: WorkspaceEvent[]) => foldView(workspaceView, events.map(record));
    const shown = show(
      WorkspaceCreated(data),
      WorkspaceSettingsChanged({ settings: { require_approval: true } }),
      OwnershipTransferred({ requestId: 't', fromUserId: 'olivia', toUserId: 'adam' }),
    );
    expect(shown).to.deep.include({
      id: 'w1',
      name: 'Acme',
      slug: 'acme',
      plan: 'free',
      mode: 'live',
      logo: null,
      ownerId: 'adam',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-03T00:00:00.000Z',
    });
    expect(shown?.settings).to.deep.equal({
      require_approval: true,
      approve_content: true,
      approve_schedule: false,
      separate_duties: false,
      week_start_day: 'sunday',
      autoArchiveDays: 0,
      allowedPlatforms: [],
      platformBetaTester: false,
      autoPrepareVideoAudio: true,
    });
    expect(show(WorkspaceCreated(data), WorkspaceDeleted({ deletedBy: 'olivia' }))).to.equal(undefined);
    expect(show(WorkspaceRenamed({ name: 'early' }))).to.equal(undefined);
  });
});
