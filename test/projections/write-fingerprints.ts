import { writeFileSync } from 'node:fs';
import { catalogue } from '../../domain/events.ts';
import { allProjections } from '../../projections/all-projections.ts';
import { complaintAbout, fingerprintOf, fingerprintsFile, readFingerprints } from './fingerprints.ts';

// `npm run fingerprints`: notes the fingerprint of each projection whose version was raised. A changed fold or table with an
// unchanged version is refused, except for the read models named as arguments.
const sameRows = new Set(process.argv.slice(2));
const noted = readFingerprints();
const refused = allProjections.flatMap((projection) => {
  const { name, version } = projection;
  const before = noted.projections[name];
  if (!before || before.version !== version || sameRows.has(name)) return [];
  return complaintAbout(name, fingerprintOf(projection, noted.events), before) ?? [];
});
if (refused.length > 0) {
  process.stderr.write(`${refused.join('\n')}\n`);
  process.exitCode = 1;
} else {
  const entries = allProjections.map((projection) => [projection.name, fingerprintOf(projection)] as const);
  const projections = Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const events = [...catalogue.definitions.keys()].sort();
  writeFileSync(fingerprintsFile, `${JSON.stringify({ events, projections }, null, 2)}\n`);
}
