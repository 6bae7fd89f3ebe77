const heading = '## Unreleased';

/**
 * A changelog whose unreleased changes became those of a version, with an empty section for the next ones; and the changes alone, which
 * are the notes of the release. Throws where there is nothing to release.
 */
export const releasedChangelog = (
  changelog: string,
  { version, day }: Readonly<{ version: string; day: string }>,
): Readonly<{ changelog: string; notes: string }> => {
  const [before, after, ...more] = changelog.split(`${heading}\n`);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`CHANGELOG.md needs the heading "${heading}" once`);
  const end = after.search(/^## /m);
  const notes = (end === -1 ? after : after.slice(0, end)).trim();
  if (notes === '') throw new Error(`CHANGELOG.md has nothing below "${heading}": there is nothing to release`);
  const earlier = end === -1 ? '' : `\n${after.slice(end)}`;
  return { changelog: `${before}${heading}\n\n## ${version} (${day})\n\n${notes}\n${earlier}`, notes: `${notes}\n` };
};
