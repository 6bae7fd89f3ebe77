import { writeFileSync } from 'node:fs';
import { allProjections } from '../../projections/all-projections.ts';
import { complaintAbout, fingerprintOf, fingerprintsFile, readFingerprints } from './fingerprints.ts';

// `npm run fingerprints`: notes the fingerprint of each projection whose version was raised. A changed fold or table with an
// unchanged version is refused, but for the read models named as arguments.
const sameRows = new Set(process.argv.slice(2));
const noted = readFingerprints();
const entries = allProjections.map((projection) => [projection.name, fingerprintOf(projection)] as const);
const refused = entries.flatMap(([name, now]) => {
  const before = noted[name];
  if (!before || before.version !== now.version || sameRows.has(name)) return [];
  return complaintAbout(name, now, before) ?? [];
});
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n`);
  process.exitCode = 1;
} else {
  const sorted = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(fingerprintsFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
