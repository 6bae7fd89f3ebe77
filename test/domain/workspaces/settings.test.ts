import { expect } from 'chai';
import { mayWrite, roles } from '../../../domain/workspaces/rights-of-roles.ts';
import { mayManage } from '../../../domain/workspaces/role.ts';
import { effectiveSettings, WorkspaceSettings } from '../../../domain/workspaces/settings.ts';

describe('workspace settings', () => {
  it('lose unknown keys and the internal one', () => {
    expect(
      WorkspaceSettings.parse({ week_start_day: 'monday', nonsense: 1, calendar_execution_path: 'new' }),
    ).to.deep.equal({ week_start_day: 'monday' });
  });

  for (const wrong of [
    { require_approval: 'yes' },
    { week_start_day: 'tuesday' },
    { autoArchiveDays: 31 },
    { allowedPlatforms: ['twitter'] },
    { allowedPlatforms: 'TWITTER' },
    { autoPrepareVideoAudio: null },
  ])
    it(`refuse ${JSON.stringify(wrong)}`, () => expect(WorkspaceSettings.safeParse(wrong).success).to.equal(false));

  it('gate content with the master switch until that is set itself', () => {
    expect(effectiveSettings({}).approve_content).to.equal(false);
    expect(effectiveSettings({ require_approval: true }).approve_content).to.equal(true);
    expect(effectiveSettings({ require_approval: true, approve_content: false }).approve_content).to.equal(false);
  });
});

describe('roles', () => {
  it('manage from administrator up', () => {
    expect(roles.filter(mayManage)).to.deep.equal(['OWNER', 'ADMIN']);
    expect(mayManage(undefined)).to.equal(false);
  });

  it('write by what they are for', () => {
    expect(roles.filter((role) => mayWrite(role, 'posts'))).to.deep.equal(['OWNER', 'ADMIN', 'MEMBER', 'EDITOR']);
    expect(roles.filter((role) => mayWrite(role, 'accounts'))).to.deep.equal(['OWNER', 'ADMIN', 'MEMBER']);
    for (const managed of ['workspaces', 'members', 'invitations', 'api-keys', 'billing', 'approvals'] as const)
      expect(
        roles.filter((role) => mayWrite(role, managed)),
        managed,
      ).to.deep.equal(['OWNER', 'ADMIN']);
  });
});
