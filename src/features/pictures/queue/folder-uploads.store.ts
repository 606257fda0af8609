import { fileRefusal } from '../chosen/source-file.ts';
import { prepareUpload } from '../prepare-upload.ts';
import { uploadImage } from '../storage.api.ts';
import { BUCKETS, portfolioPath } from '../upload.ts';
import type { UploadQueueOptions } from './upload-jobs.store.ts';

const { name: bucket, maxBytes } = BUCKETS.portfolio;

/** How pictures come to where portfolios and murals of a person have theirs. */
export const folderUploads = (
  user: string,
): Pick<UploadQueueOptions, 'user' | 'refusalOf' | 'prepare' | 'send'> => ({
  user,
  refusalOf: fileRefusal,
  prepare: (file) => prepareUpload(file, maxBytes),
  send: ({ stamp, index, picture, onProgress, signal }) => {
    const path = portfolioPath(user, stamp, index, picture.type);
    return uploadImage({ bucket, path, file: picture, onProgress, signal });
  },
});
