-- Every sentence a rule answers with, once. src/domain/errors.ts is the twin; tests/db/twins.test.ts compares them.
create table private.error_codes (
  code text primary key,
  status int not null check (status between 400 and 499),
  field text,
  message text not null
);
alter table private.error_codes enable row level security;
comment on table private.error_codes is 'Code, HTTP status, form field and sentence of every error that SQL raises.';

insert into private.error_codes (code, status, field, message) values
  ('name_required', 422, 'name', 'Name is required'),
  ('name_too_long', 422, 'name', 'Name must be at most 100 characters'),
  ('email_invalid', 422, 'email', 'Invalid email address'),
  ('email_too_long', 422, 'email', 'Email must be at most 255 characters'),
  ('phone_too_long', 422, 'phone', 'Phone must be at most 20 characters'),
  ('city_required', 422, 'city', 'City is required'),
  ('city_too_long', 422, 'city', 'City must be at most 100 characters'),
  ('state_too_long', 422, 'state', 'State must be at most 50 characters'),
  ('bio_too_long', 422, 'bio', 'Bio must be at most 2000 characters'),
  ('description_too_long', 422, 'description', 'Description must be at most 2000 characters'),
  ('project_too_short', 422, 'project_description', 'Please provide more details'),
  ('project_too_long', 422, 'project_description', 'Project description must be at most 2000 characters'),
  ('mural_size_too_long', 422, 'mural_size', 'Mural size must be at most 100 characters'),
  ('surface_required', 422, 'surface_type', 'Please select a surface type'),
  ('style_required', 422, 'style_preference', 'Please select a style'),
  ('budget_required', 422, 'budget_range', 'Please select a budget range'),
  ('years_invalid', 422, 'years_experience', 'Years of experience must be a whole number from 0 to 100'),
  ('list_item_too_long', 422, null, 'Each item must be at most 50 characters'),
  ('artists_required', 422, 'artists', 'Please select at least one artist'),
  ('artists_not_offered', 422, 'artists', 'Failed to send project to artists'),
  ('claim_refused', 403, null, 'Failed to send project to artists'),
  ('already_sent', 409, 'artists', 'Failed to send project to artists'),
  ('artist_unknown', 404, 'artist', 'Artist not found'),
  ('status_refused', 403, 'status', 'Failed to update status'),
  ('profile_refused', 403, null, 'Failed to save profile'),
  ('image_refused', 422, 'image', 'Images must be your own uploads'),
  ('state_invalid', 422, 'state', 'State must be a US state'),
  ('account_unknown', 404, 'email', 'No account has this email address'),
  ('last_admin', 409, null, 'The last admin account cannot be deleted.'),
  ('invalid_input', 400, null, 'Invalid input'),
  ('idempotency_conflict', 409, null, 'This request was already used for something else.'),
  ('rate_limited', 429, null, 'Too many requests. Please try again later.'),
  ('not_allowed', 403, null, 'You are not allowed to do this.');

create function private.fail(p_code text, p_field text default null, p_headers jsonb default '{}') returns void
  language plpgsql stable security definer set search_path = ''
as $$
declare
  e private.error_codes;
begin
  select * into strict e from private.error_codes c where c.code = p_code;
  raise sqlstate 'PGRST' using
    message = jsonb_build_object('code', e.code, 'message', e.message, 'details', coalesce(p_field, e.field), 'hint', null)::text,
    detail = jsonb_build_object('status', e.status, 'headers', p_headers)::text;
end
$$;
comment on function private.fail(text, text, jsonb) is
  'Raises a coded error in PostgREST''s form: the sentence, the form field it belongs to, and response headers.';
grant execute on function private.fail(text, text, jsonb) to anon, authenticated, service_role;
