-- What the product tells somebody, and how they want to hear of it, in their export.
insert into private.export_parts (part, query) values
  ('notices', $$
    select to_jsonb(n) - '{user_id,event}'::text[] from public.notices n where n.user_id = auth.uid()$$),
  ('notice_preferences', $$
    select to_jsonb(p) - 'user_id' from public.notice_preferences p where p.user_id = auth.uid()$$);
