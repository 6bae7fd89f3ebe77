import type { WriteEndpoint } from '../kernel/endpoint.ts';
import { importMedia, registerMedia } from './adopt-media.ts';
import { avatarUpload } from './avatar-upload.ts';
import { bulkPresign, bulkVideoUploads } from './bulk-uploads.ts';
import { deleteMedia } from './delete-media.ts';
import { describeMedia } from './describe-media.ts';
import { validateMedia } from './validate-media.ts';
import type { MediaPorts } from './ports.ts';
import { requestUpload } from './request-upload.ts';
import { confirmUpload, refreshUpload } from './upload-progress.ts';

/** The write endpoints of media. */
export const mediaEndpoints = (ports: MediaPorts): readonly WriteEndpoint[] => [
  requestUpload(ports),
  bulkPresign(ports),
  bulkVideoUploads(ports),
  registerMedia(ports),
  importMedia(ports),
  refreshUpload(ports),
  confirmUpload(ports),
  validateMedia(),
  describeMedia(ports),
  deleteMedia(ports),
  avatarUpload(ports),
];
