import type { MediaFile } from '../../../../domain/platforms/publisher.ts';

type Kind = 'photo' | 'video' | 'animation' | 'document';

/** The files of one message or one album. */
export type Batch = Readonly<{ kind: Kind; files: readonly MediaFile[] }>;

/** Telegram Bot API: sendMediaGroup takes 2 to 10 items. */
const albumSize = 10;

export const kindOf = ({ contentType }: MediaFile): Kind => {
  if (contentType === 'image/gif') return 'animation';
  if (contentType.startsWith('image/')) return 'photo';
  return contentType.startsWith('video/') ? 'video' : 'document';
};

const together = (batch: Batch, kind: Kind): boolean => {
  if (batch.files.length >= albumSize || kind === 'animation' || batch.kind === 'animation') return false;
  // Documents share an album with documents only (Telegram Bot API: sendMediaGroup).
  return (batch.kind === 'document') === (kind === 'document');
};

/** Splits the media of a post, in their order, into what one call can send: albums, and animations by themselves. */
export const batchesOf = (media: readonly MediaFile[]): readonly Batch[] => {
  const batches: Batch[] = [];
  for (const file of media) {
    const kind = kindOf(file);
    const last = batches.at(-1);
    if (last && together(last, kind)) batches[batches.length - 1] = { ...last, files: [...last.files, file] };
    else batches.push({ kind, files: [file] });
  }
  return batches;
};
