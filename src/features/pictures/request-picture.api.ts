import { AppError } from '#data/app-error.ts';
import { pictureAddresses } from './message-pictures.api.ts';

/** The bytes of a private picture of a request, also for the token of its link. Throws an AppError where none arrive. */
export async function requestPicture(bucket: string, path: string, token?: string): Promise<Blob> {
  const address = (await pictureAddresses([path], token, bucket))[path];
  const answer = address ? await fetch(address).catch(() => null) : null;
  if (!answer?.ok) throw new AppError({ code: 'network', message: 'No connection' });
  return answer.blob();
}
