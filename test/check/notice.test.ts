import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { noticeText } from './notice.ts';

/** Licences that an installation may have. LGPL: the library of images is loaded as a file of its own. */
const allowed =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|PSF-2\.0|MPL-2\.0|Zlib|Bitstream-Vera|LGPL-3\.0-or-later)$/;

describe('the licences of what is shipped', () => {
  const notice = readFileSync(path.join(import.meta.dirname, '../../NOTICE'), 'utf8');

  it('are those in NOTICE, which npm run notice writes', () => {
    expect(notice).to.equal(noticeText());
  });

  it('allow a MIT product: none is GPL or AGPL', () => {
    const found = notice
      .split('\n')
      .flatMap((line) => /^\S+ \S+: (.+)$/.exec(line)?.[1] ?? [])
      .flatMap((licence) => licence.replace(/[()]/g, '').split(/ AND | OR /))
      .filter((licence) => !allowed.test(licence));
    expect([...new Set(found)]).to.deep.equal([]);
  });
});
