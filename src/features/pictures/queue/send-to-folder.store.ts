import { uploadImage } from '../storage.api.ts';
import { BUCKETS, portfolioPath } from '../upload.ts';
import type { UploadBytes } from './upload-jobs.store.ts';

/** Sends a picture to where portfolios and murals have theirs. */
export function sendToFolder(user: string, upload: UploadBytes): Promise<string> {
  const { stamp, index, picture, onProgress, signal } = upload;
  const path = portfolioPath(user, stamp, index, picture.type);
  return uploadImage({ bucket: BUCKET, path, file: picture, onProgress, signal });
}
const BUCKET = BUCKETS.portfolio.name;
