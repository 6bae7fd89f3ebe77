import { createHash } from 'node:crypto';

const alphabet = '234567abcdefghijklmnopqrstuvwxyz';
const characters = 13;

/**
 * The record key of a send: a TID, whose milliseconds are the moment given and whose lower bits come from the send's own key,
 * so that it is the same on every try and another one for every send.
 */
export const recordKey = (moment: Date, key: string): string => {
  const digest = createHash('sha256').update(key).digest();
  const micros = BigInt(moment.getTime()) * 1000n + BigInt(digest.readUInt32BE(0) % 1000);
  let value = (micros << 10n) | BigInt(digest.readUInt16BE(4) & 1023);
  let text = '';
  for (let place = 0; place < characters; place += 1) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
};

/** The parts of an `at://` address. */
export const partsOf = (uri: string): Readonly<{ repo: string; collection: string; rkey: string }> => {
  const [repo = '', collection = '', rkey = ''] = uri.replace(/^at:\/\//, '').split('/');
  return { repo, collection, rkey };
};

export const postCollection = 'app.bsky.feed.post';

export const postUrl = (web: string, username: string, uri: string): string =>
  `${web}/profile/${username === '' ? partsOf(uri).repo : username}/post/${partsOf(uri).rkey}`;
