/** What a picture is by its first bytes: pages, the storage's door and whoever decodes must read them alike. */
export { type ImageKind, imageKind } from '#features/pictures/image-kind.ts';
