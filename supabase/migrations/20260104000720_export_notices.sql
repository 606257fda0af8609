-- What the product tells somebody, how they want to hear of it, and their newsletter, in their export.
insert into private.export_parts (part, query) values
  ('notices', $$
    select to_jsonb(n) - '{user_id,event}'::text[] from public.notices n where n.user_id = auth.uid()$$),
  ('notice_preferences', $$
    select to_jsonb(p) - 'user_id' from public.notice_preferences p where p.user_id = auth.uid()$$),
  ('newsletter', $$
    select to_jsonb(s) - '{nonce,token_hash}'::text[] from private.newsletter_subscribers s
    where lower(s.email) = private.proven_email()$$);
