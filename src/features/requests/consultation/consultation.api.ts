import { call } from '#data/rpc.ts';
import type { ConsultationRequest } from '../page/client-leads.api.ts';

/** Asks an artist for a call. The same key again changes nothing. Throws an AppError with sentence and field. */
export async function requestConsultation(
  key: string,
  request: ConsultationRequest,
): Promise<void> {
  await call('request_consultation', {
    p_key: key,
    p_artist: request.artistId,
    p_name: request.name,
    p_email: request.email,
    p_phone: request.phone,
    p_preferred_time: request.preferredTime,
    p_message: request.message,
  });
}
