import { AppError, isThere, parseAnswer, toAppError } from '#data/app-error.ts';
import { accessToken } from '#data/browser-client.ts';
import { ask, call } from '#data/rpc.ts';
import { PAPERS } from '#features/pictures/buckets.ts';
import { requestBucket } from '#features/pictures/request-bucket.api.ts';
import { postFile } from '#features/pictures/storage.api.ts';
import { type AssignmentKey, assignmentArgs } from '#lib/assignment-key.ts';
import { z } from '#lib/zod.ts';
import { agreedPapersSchema, type CertificateValues, type Paper, paperSchema } from './paper.ts';
import { paperName, paperPath } from './paper-file.ts';

const papersSchema = z.array(paperSchema);
const openedSchema = z.object({ path: z.string() });

/** The caller's certificates, the newest first. Throws an AppError. */
export async function myPapers(): Promise<Paper[]> {
  return parseAnswer(papersSchema, await call('my_papers'));
}

interface Certificate {
  /** The same for the same file, so that sending it again is safe. */
  id: string;
  artist: string;
  values: CertificateValues;
}

/** Stores a certificate and sends it to the admins; gives all of the caller's. Throws an AppError. */
export async function sendCertificate({ id, artist, values }: Certificate): Promise<Paper[]> {
  const { file, insurer, amount, ends_on } = values;
  const path = paperPath(artist, id, file.type);
  const headers = { authorization: `Bearer ${await accessToken()}`, 'cache-control': 'no-store' };
  await postFile({ bucket: PAPERS.name, path, file }, headers).catch((error) => {
    if (!(error instanceof AppError && isThere(error))) throw error;
  });
  return ask(papersSchema, 'send_certificate', {
    p_id: id,
    p_path: path,
    p_insurer: insurer,
    p_amount: amount,
    p_ends_on: ends_on,
  });
}

/** Takes a certificate of the caller's away, with its file; gives those that stay. Throws an AppError. */
export const removePaper = (id: string) => ask(papersSchema, 'remove_paper', { p_id: id });

/** Checks a certificate, or refuses it with a reason. Throws an AppError. */
export const decidePaper = (id: string, accept: boolean, reason?: string) =>
  call('decide_paper', { p_id: id, p_accept: accept, ...(reason && { p_reason: reason }) });

/** The address that downloads a certificate, for five minutes. Throws an AppError. */
export async function paperLink(path: string, artist: string, token?: string): Promise<string> {
  const bucket = await requestBucket(PAPERS.name, token);
  const download = paperName(artist, path);
  const { data, error } = await bucket.createSignedUrl(path, PAPERS.signedSeconds, { download });
  if (error) throw toAppError(error);
  return data.signedUrl;
}

/** The same for an admin, whose look is noted. */
export async function adminPaperLink(id: string, artist: string): Promise<string> {
  const { path } = await ask(openedSchema, 'admin_open_paper', { p_id: id });
  return paperLink(path, artist);
}

/** The papers of the artist whom a client has chosen. `paper_refused` for everybody else. */
export const agreedPapers = (key: AssignmentKey) =>
  ask(agreedPapersSchema, 'agreed_papers', assignmentArgs(key));

/** The address that downloads the certificate of that artist; the look is noted. `paper_refused` as above. */
export async function certificateLink(key: AssignmentKey, name: string): Promise<string> {
  const { path } = await ask(openedSchema, 'open_certificate', assignmentArgs(key));
  return paperLink(path, name, key.token);
}
