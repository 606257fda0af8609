/** What a file is by its first bytes: pages, the storage's door and the decoders must read them alike. */

export { isPdf, PDF } from '#features/papers/paper-file.ts';
/** The bucket of what is only handed out as a download. */
export { PAPERS } from '#features/pictures/buckets.ts';
export { type ImageKind, imageKind } from '#features/pictures/image-kind.ts';
