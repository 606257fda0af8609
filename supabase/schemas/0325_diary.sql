-- The diary of a job: photos of the wall at its stages. They are messages of the artist that say a stage, and so are
-- sent, shown, reported and erased as messages (0300_conversations.sql, 0305_message_pictures.sql).
create function private.diary_data(p_lead uuid, p_artist uuid, p_token text default null) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return null;
  end if;
  return jsonb_build_object(
    'entries', coalesce((
      select jsonb_agg(private.message_line(m, v_side) order by m.position) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.stage is not null), '[]'));
end
$$;
comment on function private.diary_data(uuid, uuid, text) is
  'The diary of a job for the two sides of its conversation: {entries}, each a message with its stage (before, outline, painting, done) and pictures; null to whom it is hidden. send_message adds one.';
