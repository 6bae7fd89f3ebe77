import { expect } from 'chai';
import { nextVersion } from './release/next-version.ts';
import { releasedChangelog } from './release/released-changelog.ts';

describe('a release', () => {
  it('has the version that follows by a step, or a later one by its name', () => {
    expect(['major', 'minor', 'patch', '1.2.4', '2.0.0'].map((wish) => nextVersion('1.2.3', wish))).to.deep.equal([
      '2.0.0',
      '1.3.0',
      '1.2.4',
      '1.2.4',
      '2.0.0',
    ]);
  });

  it('has no version that is the same, earlier or no version', () => {
    expect(() => nextVersion('1.2.3', '1.2.3')).to.throw('1.2.3 is not later than 1.2.3');
    expect(() => nextVersion('1.10.0', '1.9.9')).to.throw('1.9.9 is not later than 1.10.0');
    expect(() => nextVersion('1.2.3', 'next')).to.throw('next is no version');
  });

  const before = '# Changelog\n\nFor people.\n\n## Unreleased\n\n### API\n\n- A change.\n';

  it('takes the unreleased changes as its notes, and leaves an empty section for the next ones', () => {
    const { changelog, notes } = releasedChangelog(before, { version: '1.0.0', day: '2026-12-01' });
    expect(notes).to.equal('### API\n\n- A change.\n');
    expect(changelog).to.equal(
      '# Changelog\n\nFor people.\n\n## Unreleased\n\n## 1.0.0 (2026-12-01)\n\n### API\n\n- A change.\n',
    );
  });

  it('keeps the sections of earlier releases', () => {
    const first = releasedChangelog(before, { version: '1.0.0', day: '2026-12-01' }).changelog;
    const added = first.replace('## Unreleased\n', '## Unreleased\n\n- Another.\n');
    const { changelog, notes } = releasedChangelog(added, { version: '1.1.0', day: '2026-12-24' });
    expect(notes).to.equal('- Another.\n');
    expect(changelog).to.include(
      '## Unreleased\n\n## 1.1.0 (2026-12-24)\n\n- Another.\n\n## 1.0.0 (2026-12-01)\n\n### API\n\n- A change.\n',
    );
  });

  it('is refused where nothing is unreleased', () => {
    const { changelog } = releasedChangelog(before, { version: '1.0.0', day: '2026-12-01' });
    expect(() => releasedChangelog(changelog, { version: '1.0.1', day: '2026-12-02' })).to.throw('nothing to release');
    expect(() => releasedChangelog('# Changelog\n', { version: '1.0.1', day: '2026-12-02' })).to.throw('once');
  });
});
