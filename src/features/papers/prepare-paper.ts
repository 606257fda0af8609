import { PAPERS } from '#features/pictures/buckets.ts';
import {
  bytesOf,
  encodeFile,
  FileProblem,
  fileRefusal,
} from '#features/pictures/chosen/source-file.ts';
import { imageKind } from '#features/pictures/image-kind.ts';
import { isPdf, PDF, PDF_BYTES } from './paper-file.ts';

/**
 * A chosen certificate as it is sent: a PDF as it is, a photo drawn anew. What it is, its first bytes say.
 * @throws FileProblem
 */
export async function preparePaper(file: File): Promise<Blob> {
  if (file.size === 0) throw new FileProblem(`${file.name} is empty`);
  const head = await bytesOf(file, PDF_BYTES);
  const isPhoto = imageKind(head) !== null;
  if (!isPhoto && isPdf(head)) {
    if (file.size > PAPERS.maxBytes) throw new FileProblem(`${file.name} is larger than 10 MB`);
    return file.slice(0, file.size, PDF);
  }
  if (!isPhoto) throw new FileProblem(`${file.name} isn’t a PDF or a photo`);
  const refusal = await fileRefusal(file);
  if (refusal) throw new FileProblem(refusal);
  return encodeFile(file, PAPERS);
}
