import { deletedMedia } from './deleted-media.ts';
import { media } from './media.ts';
import { storedFiles } from './stored-files.ts';

export const mediaProjections = {
  media,
  stored_files: storedFiles,
  deleted_media: deletedMedia,
};
