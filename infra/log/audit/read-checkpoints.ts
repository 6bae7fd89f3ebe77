import { readFile } from 'node:fs/promises';
import { SignedCheckpoint } from '@social-publishing/audit-proofs';

/**
 * Checkpoints an auditor kept: one JSON value, or one a line as in the service's file. Throws when
 * there is none, or anything else.
 */
export const readCheckpoints = async (path: string): Promise<readonly SignedCheckpoint[]> => {
  const text = await readFile(path, 'utf8');
  const values = isJson(text) ? [text] : text.split('\n').filter((line) => line.trim() !== '');
  if (values.length === 0) throw new Error(`${path} holds no checkpoint`);
  return values.map((value) => {
    const read = SignedCheckpoint.safeParse(isJson(value) ? JSON.parse(value) : undefined);
    if (!read.success) throw new Error(`${path} holds something that is no checkpoint`);
    return read.data;
  });
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
