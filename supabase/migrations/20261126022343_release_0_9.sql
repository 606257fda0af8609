-- By hand, so that what got another name keeps its rows, and what moves to another table goes along.
alter sequence public.lead_events_id_seq rename to assignment_events_id_seq;
alter table private.lead_intake rename to request_intake;
alter table private.lead_notes rename to request_notes;
alter table private.lead_offers rename to request_offers;
alter table private.lead_senders rename to request_senders;
alter table private.page_links rename to claim_links;
alter table private.removed_murals rename to deleted_murals;
alter table private.thread_reports rename to conversation_reports;
alter table public.lead_details rename to request_details;
alter table public.lead_events rename to assignment_events;
alter view private.admin_leads rename to admin_requests;
alter view private.lead_needs rename to request_needs;
alter view private.lead_progress rename to request_progress;
alter view private.leads_in_full rename to requests_in_full;
alter table private.match_profiles rename column looks to style_bits;
alter table private.request_intake rename constraint lead_intake_asked_artist_fkey to request_intake_asked_artist_fkey;
alter table private.request_intake rename constraint lead_intake_lead_id_fkey to request_intake_lead_id_fkey;
alter table private.request_intake rename constraint lead_intake_lead_id_key to request_intake_lead_id_key;
alter table private.request_intake rename constraint lead_intake_pkey to request_intake_pkey;
alter table private.request_notes rename constraint lead_notes_author_fkey to request_notes_author_fkey;
alter table private.request_notes rename constraint lead_notes_body_check to request_notes_body_check;
alter table private.request_notes rename constraint lead_notes_lead_id_fkey to request_notes_lead_id_fkey;
alter table private.request_notes rename constraint lead_notes_pkey to request_notes_pkey;
alter table private.request_offers rename constraint lead_offers_artist_id_fkey to request_offers_artist_id_fkey;
alter table private.request_offers rename constraint lead_offers_lead_id_fkey to request_offers_lead_id_fkey;
alter table private.request_offers rename constraint lead_offers_pkey to request_offers_pkey;
alter table private.request_senders rename constraint lead_senders_check to request_senders_check;
alter table private.request_senders rename constraint lead_senders_lead_id_fkey to request_senders_lead_id_fkey;
alter table private.request_senders rename constraint lead_senders_pkey to request_senders_pkey;
alter table private.request_senders rename constraint lead_senders_proven_by_check to request_senders_proven_by_check;
alter table private.claim_links rename constraint page_links_artist_id_fkey to claim_links_artist_id_fkey;
alter table private.claim_links rename constraint page_links_pkey to claim_links_pkey;
alter table private.claim_links rename constraint page_links_token_hash_key to claim_links_token_hash_key;
alter table private.deleted_murals rename constraint removed_murals_artist_id_fkey to deleted_murals_artist_id_fkey;
alter table private.deleted_murals rename constraint removed_murals_pkey to deleted_murals_pkey;
alter table private.conversation_reports rename constraint thread_reports_lead_id_artist_id_fkey to conversation_reports_lead_id_artist_id_fkey;
alter table private.conversation_reports rename constraint thread_reports_message_id_fkey to conversation_reports_message_id_fkey;
alter table private.conversation_reports rename constraint thread_reports_pkey to conversation_reports_pkey;
alter table private.conversation_reports rename constraint thread_reports_reason_check to conversation_reports_reason_check;
alter table private.conversation_reports rename constraint thread_reports_side_check to conversation_reports_side_check;
alter table public.request_details rename constraint lead_details_check to request_details_check;
alter table public.request_details rename constraint lead_details_height_ft_check to request_details_height_ft_check;
alter table public.request_details rename constraint lead_details_lead_id_fkey to request_details_lead_id_fkey;
alter table public.request_details rename constraint lead_details_mural_ids_check to request_details_mural_ids_check;
alter table public.request_details rename constraint lead_details_pkey to request_details_pkey;
alter table public.request_details rename constraint lead_details_place_check to request_details_place_check;
alter table public.request_details rename constraint lead_details_size_source_check to request_details_size_source_check;
alter table public.request_details rename constraint lead_details_width_ft_check to request_details_width_ft_check;
alter table public.assignment_events rename constraint lead_events_actor_check to assignment_events_actor_check;
alter table public.assignment_events rename constraint lead_events_lead_id_artist_id_fkey to assignment_events_lead_id_artist_id_fkey;
alter table public.assignment_events rename constraint lead_events_pkey to assignment_events_pkey;
alter table public.assignment_events rename constraint lead_events_reason_check to assignment_events_reason_check;
alter index private.lead_intake_asked_idx rename to request_intake_asked_idx;
alter index private.lead_notes_author_idx rename to request_notes_author_idx;
alter index private.lead_notes_lead_idx rename to request_notes_lead_idx;
alter index private.lead_offers_artist_idx rename to request_offers_artist_idx;
alter index private.lead_senders_address_idx rename to request_senders_address_idx;
alter index private.removed_murals_artist_idx rename to deleted_murals_artist_idx;
alter index private.removed_murals_time_idx rename to deleted_murals_time_idx;
alter index private.thread_reports_message_idx rename to conversation_reports_message_idx;
alter index public.lead_events_thread_idx rename to assignment_events_conversation_idx;
alter index public.lead_messages_thread_idx rename to lead_messages_conversation_idx;
alter policy lead_details_select on public.request_details rename to request_details_select;
alter policy lead_events_select on public.assignment_events rename to assignment_events_select;
alter policy lead_photos_delete on storage.objects rename to request_photos_delete;
alter policy lead_photos_insert on storage.objects rename to request_photos_insert;
alter policy lead_photos_select on storage.objects rename to request_photos_select;
alter policy lead_photos_select_admin on storage.objects rename to request_photos_select_admin;
alter trigger lead_senders_facts on private.request_senders rename to request_senders_facts;
alter trigger lead_assignments_follow_status on public.lead_assignments rename to lead_assignments_sync_assignment_state;
alter trigger lead_contacts_drop_consent on public.lead_contacts rename to lead_contacts_delete_consent;
alter trigger lead_contacts_drop_links on public.lead_contacts rename to lead_contacts_delete_request_links;
alter trigger lead_contacts_drop_notes on public.lead_contacts rename to lead_contacts_delete_request_notes;
alter trigger lead_contacts_drop_reviewer on public.lead_contacts rename to lead_contacts_anonymize_review_of_contact;
alter trigger lead_contacts_drop_thread on public.lead_contacts rename to lead_contacts_delete_conversation;
alter trigger lead_contacts_erase_details on public.lead_contacts rename to lead_contacts_delete_request_details;
alter trigger lead_events_dispute on public.assignment_events rename to assignment_events_dispute;
alter trigger lead_events_limit on public.assignment_events rename to assignment_events_limit;
alter trigger lead_messages_erase_pictures on public.lead_messages rename to lead_messages_delete_message_pictures;
alter trigger lead_records_settle on public.lead_records rename to lead_records_mark_notices_read;
alter trigger reviews_forget_reviewer on public.reviews rename to reviews_anonymize_review_of_request;
alter function private.admin_assign_lead(p_lead uuid, p_artists uuid[]) rename to admin_assign_request;
alter function private.admin_assign_lead(p_lead uuid, p_artists uuid[], p_read uuid[]) rename to admin_assign_request;
alter function private.admin_lead(p_lead uuid) rename to admin_request;
alter function private.admin_lead_cities() rename to admin_request_cities;
alter function private.admin_leads_by_day(p_days integer) rename to admin_requests_by_day;
alter function private.admin_list_leads(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer, p_city text, p_style text, p_budget text, p_from date, p_until date) rename to admin_list_requests;
alter function private.admin_newest_leads(p_limit integer, p_offset integer) rename to admin_newest_requests;
alter function private.admin_page(p_source text, p_row text, p_filters text[], p_sorts text[], p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer) rename to admin_list_page;
alter function private.admin_read_thread(p_lead uuid, p_artist uuid, p_reason text) rename to admin_read_conversation;
alter function private.admin_release_lead(p_lead uuid) rename to admin_release_request;
alter function private.artist_looks(p_artist uuid, p_month date) rename to artist_view_counts;
alter function private.assign_leads(p_leads uuid[], p_artist uuid) rename to assign_requests;
alter function private.chosen_leads(p_leads uuid[]) rename to chosen_requests;
alter function private.close_double(p_lead uuid) rename to close_duplicate;
alter function private.delete_held_leads(p_leads uuid[]) rename to delete_held_requests;
alter function private.drop_consent() rename to delete_consent;
alter function private.drop_lead_photos() rename to delete_photos_of_contact;
alter function private.drop_links() rename to delete_request_links;
alter function private.drop_nameless_notices() rename to delete_notices_of_contact;
alter function private.drop_notes() rename to delete_request_notes;
alter function private.drop_review_pictures() rename to delete_review_pictures;
alter function private.drop_reviewer() rename to anonymize_review_of_contact;
alter function private.drop_status_mail(p_lead uuid, p_artist uuid, p_status text) rename to delete_status_mail;
alter function private.drop_thread() rename to delete_conversation;
alter function private.drop_unassigned_notices() rename to delete_unassigned_notices;
alter function private.erase_details() rename to delete_request_details;
alter function private.erase_lead_photos(p_leads uuid[]) rename to delete_request_photos;
alter function private.erase_person() rename to delete_person;
alter function private.erase_pictures() rename to delete_message_pictures;
alter function private.erase_uploads(p_user uuid) rename to delete_uploads;
alter function private.follow_artists() rename to sync_match_profiles;
alter function private.follow_dispute() rename to hold_disputed_review;
alter function private.follow_sender() rename to sync_request_sender;
alter function private.follow_status() rename to sync_assignment_state;
alter function private.forget_held_leads() rename to delete_expired_held_requests;
alter function private.forget_newsletter_mails(p_email text) rename to delete_newsletter_mails;
alter function private.forget_removed_murals() rename to delete_unrestored_murals;
alter function private.forget_reporters() rename to delete_old_reporters;
alter function private.forget_reports_of() rename to anonymize_reports;
alter function private.forget_reviewer() rename to anonymize_review_of_request;
alter function private.forget_subscriber() rename to delete_subscriber;
alter function private.forget_unconfirmed() rename to delete_unconfirmed_subscribers;
alter function private.forget_unproven() rename to delete_unproven_mailbox;
alter function private.forget_views() rename to delete_old_views;
alter function private.hand_over(p_artist uuid, p_user uuid, p_how text) rename to transfer_artist;
alter function private.hit(p_kind text, p_subject text, p_limit bigint, p_window interval) rename to rate_limit;
alter function private.is_artist_of_lead(p_lead uuid, p_artist uuid) rename to is_request_to_oneself;
alter function private.keep_held_leads(p_leads uuid[]) rename to keep_held_requests;
alter function private.keep_lead_photos() rename to keep_request_photos;
alter function private.lead_by_token(p_token text) rename to request_by_token;
alter function private.lead_doubles(p_lead uuid) rename to request_duplicates;
alter function private.lead_hold() rename to request_hold;
alter function private.lead_matches(p_lead uuid) rename to request_matches;
alter function private.lead_of(p_token text, p_lead uuid) rename to own_request;
alter function private.lead_of_link(p_token text) rename to request_of_link;
alter function private.lead_of_photo(p_name text) rename to request_of_photo;
alter function private.lead_of_photos(p_lead uuid, p_token text) rename to request_of_photos;
alter function private.lead_photos(p_lead uuid, p_token text) rename to request_photos;
alter function private.lead_suggestions(p_lead uuid, p_limit integer) rename to request_suggestions;
alter function private.lead_thread(p_lead uuid, p_artist uuid, p_before bigint, p_token text) rename to read_conversation;
alter function private.leads_assigned_to_me() rename to requests_assigned_to_me;
alter function private.leads_i_work_on() rename to requests_i_work_on;
alter function private.leads_of_mine() rename to my_requests;
alter function private.leads_whose_contact_i_see() rename to requests_whose_contact_i_see;
alter function private.leads_whose_photos_are_mine() rename to requests_whose_photos_are_mine;
alter function private.leads_whose_photos_i_see() rename to requests_whose_photos_i_see;
alter function private.looks(p_styles text[]) rename to style_bits;
alter function private.mark_lead_seen(p_lead uuid) rename to mark_request_seen;
alter function private.mark_thread_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text) rename to mark_conversation_read;
alter function private.may_add_lead_photo(p_bucket text, p_name text) rename to may_add_request_photo;
alter function private.merge_leads(p_keep uuid, p_double uuid) rename to merge_requests;
alter function private.my_lead_artists() rename to my_request_artists;
alter function private.my_threads() rename to my_conversations;
alter function private.needs_threads(p_rows integer) rename to needs_conversations;
alter function private.note_leads(p_leads uuid[], p_note text) rename to add_request_notes;
alter function private.own_threads() rename to own_conversations;
alter function private.page_of_link(p_token text) rename to artist_of_claim_link;
alter function private.page_token(p_artist uuid) rename to claim_token;
alter function private.remind_leads(p_leads uuid[]) rename to remind_artists;
alter function private.remove_finished_mural(p_lead uuid) rename to delete_finished_mural;
alter function private.remove_lead_note(p_note uuid) rename to delete_request_note;
alter function private.remove_mural(p_mural uuid) rename to delete_mural;
alter function private.remove_unclaimed_page(p_token text) rename to delete_unclaimed_page;
alter function private.removed_murals() rename to deleted_murals;
alter function private.request_page(p_lead uuid) rename to request_data;
alter function private.sees_every_lead() rename to sees_every_request;
alter function private.settle_assigned() rename to mark_unassigned_notices_read;
alter function private.settle_claims(p_artist uuid) rename to mark_claim_notices_read;
alter function private.settle_lead() rename to mark_request_notices_read;
alter function private.settle_mail(p_id bigint) rename to dismiss_mail;
alter function private.silent_artists(p_lead uuid) rename to artists_without_answer;
alter function private.take_of_total(p_kind text, p_limit bigint, p_window interval) rename to try_rate_limit;
alter function private.tell_mails() rename to notify_mails;
alter function private.tell_message(p_message lead_messages) rename to notify_of_message;
alter function private.tell_site_changes() rename to notify_site_changes;
alter function private.thread_review(p_lead uuid, p_artist uuid, p_token text) rename to conversation_review;
alter function private.thread_side(p_lead uuid, p_artist uuid, p_token text) rename to conversation_side;
alter function private.thread_summaries(p_leads uuid[]) rename to conversation_summaries;
alter function private.threads_i_read() rename to conversations_i_read;
alter function private.unsettle_mail() rename to undismiss_mail;
alter function private.withdraw_request(p_token text, p_lead uuid) rename to close_request;
alter function public.admin_assign_lead(p_lead uuid, p_artists uuid[]) rename to admin_assign_request;
alter function public.admin_assign_lead(p_lead uuid, p_artists uuid[], p_read uuid[]) rename to admin_assign_request;
alter function public.admin_lead(p_lead uuid) rename to admin_request;
alter function public.admin_lead_cities() rename to admin_request_cities;
alter function public.admin_leads_by_day(p_days integer) rename to admin_requests_by_day;
alter function public.admin_list_leads(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer, p_city text, p_style text, p_budget text, p_from date, p_until date) rename to admin_list_requests;
alter function public.admin_read_thread(p_lead uuid, p_artist uuid, p_reason text) rename to admin_read_conversation;
alter function public.admin_release_lead(p_lead uuid) rename to admin_release_request;
alter function public.assign_leads(p_leads uuid[], p_artist uuid) rename to assign_requests;
alter function public.delete_held_leads(p_leads uuid[]) rename to delete_held_requests;
alter function public.keep_held_leads(p_leads uuid[]) rename to keep_held_requests;
alter function public.lead_photos(p_lead uuid, p_token text) rename to request_photos;
alter function public.lead_thread(p_lead uuid, p_artist uuid, p_before bigint, p_token text) rename to read_conversation;
alter function public.mark_lead_seen(p_lead uuid) rename to mark_request_seen;
alter function public.mark_thread_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text) rename to mark_conversation_read;
alter function public.merge_leads(p_keep uuid, p_double uuid) rename to merge_requests;
alter function public.my_lead_artists() rename to my_request_artists;
alter function public.note_leads(p_leads uuid[], p_note text) rename to add_request_notes;
alter function public.remind_leads(p_leads uuid[]) rename to remind_artists;
alter function public.remove_finished_mural(p_lead uuid) rename to delete_finished_mural;
alter function public.remove_lead_note(p_note uuid) rename to delete_request_note;
alter function public.remove_mural(p_mural uuid) rename to delete_mural;
alter function public.remove_unclaimed_page(p_token text) rename to delete_unclaimed_page;
alter function public.removed_murals() rename to deleted_murals;
alter function public.settle_mail(p_id bigint) rename to dismiss_mail;
alter function public.thread_review(p_lead uuid, p_artist uuid, p_token text) rename to conversation_review;
alter function public.thread_summaries(p_leads uuid[]) rename to conversation_summaries;
alter table private.facts_due rename to fact_schedule;
alter table private.fact_schedule rename constraint facts_due_pkey to fact_schedule_pkey;
alter table private.fact_schedule rename constraint facts_due_artist_id_fkey to fact_schedule_artist_id_fkey;
alter index private.facts_due_idx rename to fact_schedule_due_idx;

-- Inner columns move to tables of their own before they go.
create table private.request_reasons (
  lead_id uuid not null constraint request_reasons_pkey primary key,
  held_reason text,
  merged_into uuid
);
insert into private.request_reasons (lead_id, held_reason, merged_into)
  select l.id, l.held_reason, l.merged_into from public.lead_records l
  where l.held_reason is not null or l.merged_into is not null;
CREATE TABLE "private"."message_keys" ("message_id" uuid NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "sender" text NOT NULL, "idempotency_key" uuid NOT NULL, CONSTRAINT "message_keys_lead_id_artist_id_sender_idempotency_key_key" UNIQUE (lead_id, artist_id, sender, idempotency_key), CONSTRAINT "message_keys_pkey" PRIMARY KEY (message_id));
CREATE TABLE "private"."proposal_keys" ("proposal_id" uuid NOT NULL, "lead_id" uuid NOT NULL, "artist_id" uuid NOT NULL, "idempotency_key" uuid NOT NULL, CONSTRAINT "proposal_keys_lead_id_artist_id_idempotency_key_key" UNIQUE (lead_id, artist_id, idempotency_key), CONSTRAINT "proposal_keys_pkey" PRIMARY KEY (proposal_id));
alter table private.review_checks add column lead_id uuid, add column artist_id uuid;
insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
  select m.id, m.lead_id, m.artist_id, m.sender, m.idempotency_key from public.lead_messages m;
insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
  select p.id, p.lead_id, p.artist_id, p.idempotency_key from public.proposals p;
-- A review that was public before there were checks has none so far, and counts as looked at.
insert into private.review_checks (review_id, looked_at)
  select r.id, coalesce(r.counted_at, r.created_at) from public.reviews r where r.lead_id is not null
  on conflict (review_id) do nothing;
update private.review_checks c set lead_id = r.lead_id, artist_id = r.artist_id from public.reviews r where r.id = c.review_id;
ALTER TABLE "private"."review_checks" ALTER COLUMN "artist_id" SET NOT NULL;

-- By db:diff.
set check_function_bodies = off;

set local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."count_due_facts"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_expired_held_requests"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_old_reporters"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_old_views"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_unconfirmed_subscribers"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_unrestored_murals"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."expire_assignments"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."write_reminders"() FROM "service_role";

REVOKE ALL ("artist_id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("pictures") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("position") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("sender") ON TABLE "public"."lead_messages" FROM "authenticated";

REVOKE ALL ("budget_range") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("city") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("created_by_user") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("held") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("mural_size") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("preferred_time") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("project_description") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("reference") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("style_preference") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("surface_type") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("withdrawn_at") ON TABLE "public"."lead_records" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("kind") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("read_at") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."notices" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("days") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("high") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("included") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("lead_id") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("low") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("message") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("starts_on") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("state") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("valid_until") ON TABLE "public"."proposals" FROM "authenticated";

REVOKE ALL ("artist_id") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("author_name") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("author_town") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("body") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("created_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("id") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("pictures") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("public_visible") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("rating") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("reply") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("updated_at") ON TABLE "public"."reviews" FROM "anon";

REVOKE ALL ("artist_id") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("author_name") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("author_town") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("body") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("id") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("pictures") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("public_visible") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("rating") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("replied_at") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("reply") ON TABLE "public"."reviews" FROM "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."reviews" FROM "authenticated";

DROP POLICY "assignment_events_select" ON "public"."assignment_events";

DROP POLICY "lead_assignments_select" ON "public"."lead_assignments";

DROP POLICY "lead_contacts_select" ON "public"."lead_contacts";

DROP POLICY "lead_records_select" ON "public"."lead_records";

DROP POLICY "request_details_select" ON "public"."request_details";

DROP TRIGGER "request_senders_facts" ON "private"."request_senders";

DROP TRIGGER "lead_assignments_facts_delete" ON "public"."lead_assignments";

DROP TRIGGER "lead_assignments_facts_insert" ON "public"."lead_assignments";

DROP TRIGGER "lead_assignments_facts_update" ON "public"."lead_assignments";

DROP TRIGGER "lead_messages_delete_message_pictures" ON "public"."lead_messages";

DROP TRIGGER "reviews_anonymize_review_of_request" ON "public"."reviews";

DROP TRIGGER "reviews_touch" ON "public"."reviews";

DROP INDEX "public"."lead_records_merged_idx";

DROP INDEX "public"."reviews_hidden_by_idx";

DROP VIEW "private"."admin_requests";

DROP VIEW "public"."leads";

ALTER TABLE "public"."lead_messages" DROP CONSTRAINT "lead_messages_lead_id_artist_id_sender_idempotency_key_key";

ALTER TABLE "public"."lead_records" DROP CONSTRAINT "lead_records_merged_into_fkey";

ALTER TABLE "public"."proposals" DROP CONSTRAINT "proposals_lead_id_artist_id_idempotency_key_key";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_hidden_by_fkey";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_lead_id_artist_id_key";

ALTER TABLE "public"."reviews" DROP CONSTRAINT "reviews_lead_id_fkey";

DROP FUNCTION "private"."acceptance_score"(uuid);

DROP FUNCTION "private"."address_hash"(text);

DROP FUNCTION "private"."admin_assign_request"(uuid, uuid[]);

DROP FUNCTION "private"."answer_score"(smallint, smallint, smallint);

DROP FUNCTION "private"."artist_facts"(uuid[]);

DROP FUNCTION "private"."assignment_state"(public.lead_assignments);

DROP FUNCTION "private"."city_words"(text);

DROP FUNCTION "private"."form_styles"();

DROP FUNCTION "private"."form_words"(text[], text[]);

DROP FUNCTION "private"."join_leads"(uuid, uuid);

DROP FUNCTION "private"."lease_due_mails"(integer, integer);

DROP FUNCTION "private"."mail_content"(private.mails);

DROP FUNCTION "private"."mail_details_before_reviews"(private.mails);

DROP FUNCTION "private"."mail_of_product"(private.mails);

DROP FUNCTION "private"."mail_subject"(private.mails);

DROP FUNCTION "private"."mailbox"(text);

DROP FUNCTION "private"."mailboxes_of_artist"(uuid);

DROP FUNCTION "private"."match_reasons"(uuid, uuid[], uuid);

DROP FUNCTION "private"."megabytes"(text, integer);

DROP FUNCTION "private"."miles_from"(text);

DROP FUNCTION "private"."note_facts"();

DROP FUNCTION "private"."note_proof"();

DROP FUNCTION "private"."open_offers"(uuid);

DROP FUNCTION "private"."reason_answers"(smallint);

DROP FUNCTION "private"."reason_place"(text, double precision, text);

DROP FUNCTION "private"."reason_style"(text[], text[]);

DROP FUNCTION "private"."request_by_itself"(uuid);

DROP FUNCTION "private"."request_data"(uuid);

DROP FUNCTION "private"."request_matches"(uuid);

DROP FUNCTION "private"."request_with_threads"(uuid);

DROP FUNCTION "private"."request_without_details"(uuid);

DROP FUNCTION "private"."set_lead_status"(uuid, text);

DROP FUNCTION "private"."setting"(text, text);

DROP FUNCTION "private"."setting_int"(text, integer);

DROP FUNCTION "private"."standing_score"(boolean, numeric, integer);

DROP FUNCTION "private"."store_consultation"(uuid, uuid, text, text, text, text, text);

DROP FUNCTION "private"."store_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb);

DROP FUNCTION "private"."style_bits"(text[]);

DROP FUNCTION "private"."style_words"(text[]);

DROP FUNCTION "private"."takes_requests"(date);

DROP FUNCTION "private"."today"();

DROP FUNCTION "private"."unsubscribe_topic"(text);

DROP FUNCTION "private"."wanted_words"(uuid);

DROP FUNCTION "public"."admin_assign_request"(uuid, uuid[]);

DROP FUNCTION "public"."admin_assign_request"(uuid, uuid[], uuid[]);

DROP FUNCTION "public"."save_artist_profile"(uuid, text, text, text, text, text, text, text[], text[], text[], integer);

DROP FUNCTION "public"."set_lead_status"(uuid, text);

DROP FUNCTION "public"."set_lead_status"(uuid, text, text);

DROP FUNCTION "public"."withdraw_request"(text, uuid);

ALTER TABLE "public"."lead_messages" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."lead_records" DROP COLUMN "held_reason";

ALTER TABLE "public"."lead_records" DROP COLUMN "merged_into";

ALTER TABLE "public"."proposals" DROP COLUMN "idempotency_key";

ALTER TABLE "public"."reviews" DROP COLUMN "hidden_by";

ALTER TABLE "public"."reviews" DROP COLUMN "lead_id";

DROP TABLE "private"."facts_changed";

DROP FUNCTION "private"."count_changed_facts"();

CREATE TABLE "private"."chores" ("name" text NOT NULL, "position" integer NOT NULL, "function" text NOT NULL, "every" interval NOT NULL, "last_at" timestamp with time zone, CONSTRAINT "chores_function_check" CHECK ((function ~ '^[a-z_]+$'::text)), CONSTRAINT "chores_pkey" PRIMARY KEY (name), CONSTRAINT "chores_position_key" UNIQUE ("position"));

ALTER TABLE "private"."chores" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."fact_recounts" ("artist_id" uuid NOT NULL, "is_first" boolean NOT NULL);

ALTER TABLE "private"."fact_recounts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."message_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."proposal_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."request_reasons" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."setting_defaults" ("key" text NOT NULL, "value" text, "least" integer DEFAULT 0, "most" integer DEFAULT 999999999, "meaning" text NOT NULL, "follows" text, "times" integer, CONSTRAINT "setting_defaults_check1" CHECK ((((follows IS NULL) = (times IS NULL)) AND ((follows IS NULL) OR (value IS NULL)))), CONSTRAINT "setting_defaults_check" CHECK ((("least" IS NULL) = (most IS NULL))), CONSTRAINT "setting_defaults_pkey" PRIMARY KEY (key));

ALTER TABLE "private"."setting_defaults" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.accept_proposal(p_proposal uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_proposal public.proposals;
  v_withdrawn timestamptz;
begin
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  if private.conversation_side(v_proposal.lead_id, v_proposal.artist_id, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Of two presses at the same instant the second waits here, and finds what the first has done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_proposal.lead_id for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_proposal from public.proposals p where p.id = p_proposal;
  if v_proposal.state <> 'accepted' then
    if exists (select from public.proposals p where p.lead_id = v_proposal.lead_id and p.state = 'accepted') then
      perform private.fail('proposal_taken');
    end if;
    if v_proposal.state <> 'open' then perform private.fail('proposal_changed'); end if;
    if v_proposal.valid_until < (private.clock() - interval '12 hours')::date then perform private.fail('proposal_expired'); end if;
    perform private.move_assignment(v_proposal.lead_id, v_proposal.artist_id, 'accept', 'client');
    update public.proposals p set state = 'accepted' where p.id = p_proposal;
    perform private.pass_others(v_proposal.lead_id, v_proposal.artist_id);
    perform private.mail_artist('lead_accepted', p_proposal::text, v_proposal.lead_id, v_proposal.artist_id);
  end if;
  return private.request_data(v_proposal.lead_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.acceptance_score(p_artist uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select case when count(*) >= 5
      then (1000 * count(*) filter (where d.state not in ('declined', 'expired')) / count(*))::int else 500 end
    from (
      select l.state from (
        -- The last request of each person.
        select distinct on (p.address_hash) s.state, s.created_at, s.lead_id from public.lead_assignments s
        join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null
          and p.address_hash <> all ((select private.mailboxes_of_artist(p_artist))::bytea[])
        where s.artist_id = p_artist and s.state not in ('sent', 'seen', 'withdrawn')
        order by p.address_hash, s.created_at desc, s.lead_id) l
      order by l.created_at desc, l.lead_id limit 20) d);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_request_artist(p_token text, p_artist uuid, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
begin
  if not exists (select from private.open_offers(v_lead) o where o.artist_id = p_artist) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist) on conflict do nothing;
  -- As if chosen in the form: it is not asked again.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = v_lead;
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_request_line(p_token text, p_text text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_line text := E'\n' || private.clean_or_null(p_text);
  v_before text;
begin
  if v_line is null then perform private.fail('project_too_short', 'line'); end if;
  select l.project_description into v_before from public.lead_records l where l.id = v_lead;
  -- The same line again is an answer that was lost.
  if right(v_before, char_length(v_line)) <> v_line then
    if char_length(v_before || v_line) > 2000 then perform private.fail('project_too_long', 'line'); end if;
    update public.lead_records l set project_description = v_before || v_line where l.id = v_lead;
    perform private.mail_line_added(v_lead);
  end if;
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_request_notes(p_leads uuid[], p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_note text := private.clean_or_null(p_note);
  v_row private.request_notes;
begin
  if v_note is null then perform private.fail('note_required'); end if;
  if char_length(v_note) > 1000 then perform private.fail('note_too_long'); end if;
  for v_row in
    insert into private.request_notes (lead_id, author, body)
      select c.lead_id, auth.uid(), v_note from public.lead_contacts c where c.lead_id = any (v_leads) order by c.lead_id
      returning *
  loop
    -- What it says is not in the trail, which outlives whoever asked.
    perform private.audit('lead.noted', v_row.lead_id, jsonb_build_object('note', v_row.id));
  end loop;
  return jsonb_build_object('noted', cardinality(v_leads));
end
$function$;

CREATE OR REPLACE FUNCTION private.address_hash(p_email text)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(private.setting('pepper') || lower(private.clean(p_email)), 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_assign_request(p_lead uuid, p_artists uuid[], p_read uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A null among them would make every comparison below unknown.
  v_read uuid[] := array_remove(p_read, null);
  v_ids uuid[];
begin
  perform private.require_admin();
  perform from public.lead_records l where l.id = p_lead for update;
  if not found then perform private.fail('invalid_input', 'lead'); end if;
  select coalesce(array_agg(x order by x), '{}') into v_ids from (
    select y from unnest(p_artists) y where y is not null and (v_read is null or y <> all (v_read))
    union
    select a.artist_id from public.lead_assignments a
    where a.lead_id = p_lead and v_read is not null and (a.artist_id = any (p_artists) or a.artist_id <> all (v_read))) merged (x);
  if cardinality(v_ids) > 10 then perform private.fail('invalid_input', 'artists'); end if;
  if cardinality(v_ids) <> (select count(*) from public.artists a where a.id = any (v_ids)) then perform private.fail('artist_unknown'); end if;

  delete from public.lead_assignments a where a.lead_id = p_lead and a.artist_id <> all (v_ids);
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x on conflict do nothing;
  update public.lead_records l set held = false where l.id = p_lead and l.held and cardinality(v_ids) > 0;
  -- The admin has decided: the sender's own choice would come too late.
  update private.request_intake i set selected_at = coalesce(i.selected_at, now()) where i.lead_id = p_lead;
  perform private.audit('lead.assigned', p_lead, jsonb_build_object('artists', v_ids));
  return jsonb_build_object('assigned', cardinality(v_ids), 'artists', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name) from public.artists a where a.id = any (v_ids)), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_dismiss_reports(p_lead uuid, p_artist uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  delete from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist;
  if not found then return; end if;
  perform private.audit('thread.dismissed', p_lead, jsonb_build_object('artist', p_artist));
  update public.notices n set read_at = now()
    where n.kind = 'thread_reported' and n.lead_id = p_lead and n.read_at is null
      and not exists (select from private.conversation_reports r where r.lead_id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_artists(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select a.id, a.name, a.city, a.state, c.email, a.featured, a.public_visible, a.average_rating, a.created_at
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id
      where case $2 when 'public' then a.public_visible when 'private' then not a.public_visible
                    when 'featured' then a.featured when 'unclaimed' then a.unclaimed
                    when 'claims' then exists (select from private.page_claims p where p.artist_id = a.id and p.state = 'waiting')
                    else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(a.city) like $1 or a.slug ilike $1 or c.email ilike $1)$q$,
    $q$
      select to_jsonb(a) || jsonb_build_object('email', c.email, 'phone', c.phone,
        'invited_at', (select k.invited_at from private.claim_links k where k.artist_id = a.id and a.unclaimed),
        'claims', coalesce((
          select jsonb_agg(jsonb_build_object('id', p.id, 'email', u.email, 'note', p.note, 'created_at', p.created_at) order by p.created_at)
          from private.page_claims p join auth.users u on u.id = p.user_id where p.artist_id = a.id and p.state = 'waiting'), '[]'))
      from public.artists a left join public.artist_contacts c on c.artist_id = a.id where a.id = q.id$q$,
    array['public', 'private', 'featured', 'unclaimed', 'claims']::text[],
    array['created_at', 'name', 'city', 'state', 'email', 'featured', 'public_visible', 'average_rating']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_audit(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select l.id, l.at, l.action, u.email::text as actor_email
      from private.audit_log l left join auth.users u on u.id = l.actor
      where ($2 is null or split_part(l.action, '.', 1) = $2)
        and ($1 is null or l.action ilike $1 or u.email ilike $1 or l.subject::text ilike $1 or private.bare_text(l.detail::text) like $1)$q$,
    $q$
      select jsonb_build_object('id', l.id, 'at', l.at, 'actor', l.actor, 'actor_email', q.actor_email, 'action', l.action,
        'subject', l.subject, 'detail', l.detail)
      from private.audit_log l where l.id = q.id$q$,
    array['lead', 'artist', 'mural', 'picture', 'city', 'role', 'account', 'publish', 'request', 'thread', 'review']::text[],
    array['at', 'action', 'actor_email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_cities(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select c.id, c.city_name, c.state, c.slug, c.artist_count, c.featured, c.created_at from public.cities c
      where ($2 is null or c.featured) and ($1 is null or private.bare_text(c.city_name) like $1 or c.state ilike $1 or c.slug ilike $1)$q$,
    $q$select to_jsonb(c) from public.cities c where c.id = q.id$q$,
    array['featured']::text[],
    array['city_name', 'state', 'slug', 'artist_count', 'featured', 'created_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_clients(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.created_at, coalesce(n.leads, 0) as lead_count
      from public.user_roles r join auth.users u on u.id = r.user_id
      left join (select l.created_by_user, count(*)::int as leads from public.lead_records l group by 1) n on n.created_by_user = r.user_id
      where r.role = 'client' and ($2 is null or coalesce(n.leads, 0) > 0)
        and ($1 is null or u.email ilike $1 or private.bare_text(u.raw_user_meta_data ->> 'name') like $1)$q$,
    $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'created_at', q.created_at, 'lead_count', q.lead_count)$q$,
    array['with_leads']::text[],
    array['created_at', 'email', 'name', 'lead_count']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_murals(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select m.id, m.title, a.name as artist, m.city, m.featured, m.public_visible, m.created_at, m.updated_at
      from public.murals m left join public.artists a on a.id = m.artist_id
      where case $2 when 'public' then m.public_visible when 'draft' then not m.public_visible and m.hidden_at is null
                    when 'hidden' then m.hidden_at is not null when 'featured' then m.featured
                    when 'nobody' then m.artist_id is null else true end
        and ($1 is null or private.bare_text(m.title) like $1 or private.bare_text(a.name) like $1 or private.bare_text(m.city) like $1 or m.slug ilike $1)$q$,
    $q$
      select to_jsonb(m) || jsonb_build_object('artist', q.artist, 'artist_slug', case when a.public_visible then a.slug end)
      from public.murals m left join public.artists a on a.id = m.artist_id where m.id = q.id$q$,
    array['public', 'draft', 'hidden', 'featured', 'nobody']::text[],
    array['created_at', 'title', 'artist', 'city', 'featured', 'public_visible', 'updated_at']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_picture_reports(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select r.id, r.created_at, r.reason, coalesce(a.name, m.title) as about, m.title, a.name as artist
      from private.picture_reports r left join public.artists a on a.id = r.artist_id left join public.murals m on m.id = r.mural_id
      where case $2 when 'open' then r.decision is null when 'dismissed' then r.decision = 'dismissed'
                    when 'taken_down' then r.decision = 'taken_down' else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(m.title) like $1 or private.bare_text(r.words) like $1 or r.email ilike $1 or r.page ilike $1)$q$,
    $q$
      select to_jsonb(r) - '{idempotency_key,artist_id,mural_id,review_id}'::text[] || jsonb_build_object(
        'artist', q.artist, 'mural', q.title, 'by_client', r.review_id is not null,
        'shown', exists (select from private.pictures_of_page(r.page) p where p.url = r.picture),
        'others', (select count(*) from private.picture_reports o where o.picture = r.picture and o.decision is null and o.id <> r.id))
      from private.picture_reports r where r.id = q.id$q$,
    array['open', 'dismissed', 'taken_down']::text[],
    array['created_at', 'reason', 'about']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_requests(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer, p_city text, p_style text, p_budget text, p_from date, p_until date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_search text := private.clean_or_null(p_search);
  v_filter text := private.clean_or_null(p_filter);
  v_phone text := private.phone_pattern(p_search);
  v_only text := concat_ws(' and ', 'true',
    'lower(l.city) = lower(' || quote_literal(private.clean_or_null(p_city)) || ')',
    'l.style_preference = ' || quote_literal(private.clean_or_null(p_style)),
    'l.budget_range = ' || quote_literal(private.clean_or_null(p_budget)),
    'l.created_at >= ' || quote_literal(p_from) || '::date',
    'l.created_at < ' || quote_literal(p_until) || '::date + 1');
begin
  if v_search is null and v_filter is null and v_only = 'true'
    and coalesce(private.clean_or_null(p_sort), 'created_at') = 'created_at' and coalesce(p_desc, true) then
    return private.admin_newest_requests(p_limit, p_offset);
  end if;
  return private.admin_list_page(
    format($q$
      select l.id, l.created_at, l.city, l.kind::text as kind, l.style_preference, l.budget_range, c.name, c.email, l.held,
             coalesce(s.furthest, 'new')::text as status
      from public.lead_records l
      left join public.lead_contacts c on c.lead_id = l.id
      left join private.request_progress s on s.lead_id = l.id
      where case $2 when 'held' then l.held when 'withdrawn' then l.withdrawn_at is not null
                    when 'unassigned' then s.lead_id is null and not l.held and l.withdrawn_at is null
                    when 'unanswered' then s.unanswered and not l.held and l.withdrawn_at is null
                    when 'reported' then exists (select from private.conversation_reports t where t.lead_id = l.id)
                    when 'proposed' then s.proposed when 'accepted' then s.accepted
                    when 'new' then coalesce(s.furthest, 'new') = 'new' and not l.held when 'in_review' then s.furthest = 'in_review'
                    when 'completed' then s.furthest = 'completed' else true end
        and %s
        and ($1 is null or private.bare_text(c.name) like $1 or c.email ilike $1 or private.bare_text(l.city) like $1 or private.bare_text(l.project_description) like $1
          or l.reference ilike $1%s)$q$,
      v_only, ' or regexp_replace(c.phone, ''\D'', '''', ''g'') like ' || quote_literal(v_phone)),
    'select v.lead from private.admin_requests v where v.id = q.id',
    array['new', 'in_review', 'completed', 'held', 'unassigned', 'unanswered', 'proposed', 'accepted', 'withdrawn', 'reported']::text[],
    array['created_at', 'city', 'kind', 'style_preference', 'budget_range', 'name', 'email', 'status', 'held']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset);
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_reviews(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select r.id, r.created_at, r.rating, a.name as artist, r.author_name
      from public.reviews r join public.artists a on a.id = r.artist_id left join private.review_checks c on c.review_id = r.id
      where case $2 when 'hidden' then r.hidden_at is not null when 'shown' then r.public_visible when 'low' then r.rating <= 2
          when 'disputed' then c.disputed_at is not null and c.looked_at is null
          when 'waiting' then r.hidden_at is null and r.counted_at is null else true end
        and ($1 is null or private.bare_text(a.name) like $1 or private.bare_text(r.author_name) like $1 or private.bare_text(r.author_town) like $1 or private.bare_text(r.body) like $1 or private.bare_text(r.reply) like $1)$q$,
    $q$
      select jsonb_build_object('id', r.id, 'artist_id', r.artist_id, 'artist', q.artist, 'slug', a.slug,
        'rating', r.rating, 'body', r.body, 'author_name', r.author_name, 'author_town', r.author_town, 'pictures', to_jsonb(r.pictures),
        'reply', r.reply, 'replied_at', r.replied_at, 'created_at', r.created_at, 'hidden_reason', r.hidden_reason)
        || private.review_case(r)
      from public.reviews r join public.artists a on a.id = r.artist_id where r.id = q.id$q$,
    array['shown', 'hidden', 'low', 'disputed', 'waiting']::text[],
    array['created_at', 'rating', 'artist', 'author_name']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_subscribers(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select s.id, s.email, s.confirmed_at as created_at from private.newsletter_subscribers s
      where ($2 is null or $2 = 'confirmed') and s.confirmed_at is not null and ($1 is null or s.email ilike $1)$q$,
    $q$jsonb_build_object('id', q.id, 'email', q.email, 'created_at', q.created_at)$q$,
    array['confirmed']::text[],
    array['created_at', 'email']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_list_users(p_search text, p_filter text, p_sort text, p_desc boolean, p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.admin_list_page(
    $q$
      select r.user_id as id, u.email::text as email, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'name'), ''), split_part(u.email, '@', 1)) as name, r.role::text as role, r.created_at
      from public.user_roles r join auth.users u on u.id = r.user_id
      where ($2 is null or r.role::text = $2)
        and ($1 is null or u.email ilike $1 or private.bare_text(u.raw_user_meta_data ->> 'name') like $1)$q$,
    $q$jsonb_build_object('user_id', q.id, 'email', q.email, 'name', q.name, 'role', q.role, 'created_at', q.created_at)$q$,
    array['admin', 'artist', 'client']::text[],
    array['created_at', 'email', 'name', 'role']::text[],
    p_search, p_filter, p_sort, p_desc, p_limit, p_offset)
$function$;

CREATE OR REPLACE FUNCTION private.admin_needs(p_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What is older is past helping; the lists of requests have it.
  c_days constant int := 30;
  v_rows int := least(greatest(coalesce(p_rows, 5), 1), 50);
  v_from timestamptz := private.clock() - make_interval(days => c_days);
begin
  perform private.require_admin();
  return private.needs_requests(v_rows, v_from) || jsonb_build_object(
    'threads', private.needs_conversations(v_rows),
    'pictures', private.admin_list_picture_reports('', 'open', 'created_at', true, v_rows, 0),
    'reviews', private.admin_list_reviews('', 'disputed', 'created_at', true, v_rows, 0),
    'claims', private.needs_claims(v_rows),
    'mails', private.needs_mails(v_rows));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_newest_requests(p_limit integer, p_offset integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from public.lead_records),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = q.id) order by q.created_at desc, q.id)
      from (
        select l.id, l.created_at from public.lead_records l order by l.created_at desc, l.id
        limit least(greatest(coalesce(p_limit, 25), 1), 1000) offset greatest(coalesce(p_offset, 0), 0)
      ) q), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_read_conversation(p_lead uuid, p_artist uuid, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_report private.conversation_reports;
begin
  perform private.require_admin();
  select * into v_report from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist order by r.created_at limit 1;
  if v_report.lead_id is null and coalesce(char_length(v_reason), 0) < 10 then perform private.fail('not_allowed', 'reason'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  perform private.audit('thread.read', p_lead, jsonb_strip_nulls(jsonb_build_object('artist', p_artist,
    'reason', v_reason, 'reported_by', v_report.side)));
  return jsonb_build_object(
    'reports', coalesce((select jsonb_agg(jsonb_build_object('side', r.side, 'message_id', r.message_id, 'reason', r.reason,
        'created_at', r.created_at) order by r.created_at)
      from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist), '[]'),
    'messages', coalesce((select jsonb_agg(private.message_line(m, null) order by m.position)
      from public.lead_messages m where m.lead_id = p_lead and m.artist_id = p_artist), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_release_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_asked uuid;
begin
  perform private.require_admin();
  update public.lead_records l set held = false where l.id = p_lead and l.held returning * into v_lead;
  if v_lead.id is null then perform private.fail('invalid_input', 'lead'); end if;
  select a.id into v_asked from private.request_intake i join public.artists a on a.id = i.asked_artist and a.public_visible
    where i.lead_id = p_lead;
  if v_lead.kind = 'consultation' and v_asked is not null then
    -- A call was asked of this artist alone.
    insert into public.lead_assignments (lead_id, artist_id) values (p_lead, v_asked) on conflict do nothing;
  else
    perform private.offer_artists(p_lead, v_asked);
  end if;
  perform private.audit('lead.released', p_lead, jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = p_lead)));
  return jsonb_build_object('id', p_lead, 'matches', private.request_matches(p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead jsonb;
begin
  perform private.require_admin();
  select v.lead into v_lead from private.admin_requests v where v.id = p_lead;
  if v_lead is null then return null; end if;
  return jsonb_build_object('lead', v_lead,
    'suggestions', case when v_lead ->> 'withdrawn_at' is null then private.suggestions_for(p_lead) else '[]' end,
    'doubles', private.request_duplicates(p_lead),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'body', n.body, 'author', u.email, 'created_at', n.created_at)
        order by n.created_at desc, n.id)
      from private.request_notes n left join auth.users u on u.id = n.author where n.lead_id = p_lead), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.admin_requests_by_day(p_days integer)
 RETURNS TABLE(day date, leads integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
    select d::date, count(l.id)::int
    from generate_series(current_date - (least(greatest(coalesce(p_days, 30), 1), 366) - 1), current_date, interval '1 day') d
    left join public.lead_records l on l.created_at >= d and l.created_at < d + interval '1 day'
    group by d order by d;
end
$function$;

CREATE OR REPLACE FUNCTION private.adoptable_requests(p_token text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_proven text := private.proven_email();
  v_token bytea := private.token_hash(p_token);
begin
  if private.my_role() is distinct from 'client' then return; end if;
  return query
    select l.id from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.created_by_user is null
      and lower(c.email) = (select lower(u.email) from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null)
      and (lower(c.email) = v_proven or exists (select from private.request_links k
        where k.lead_id = l.id and k.token_hash = v_token and k.revoked_at is null and k.expires_at > private.clock()))
    order by l.created_at desc, l.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.anonymize_review_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.reviews r set author_name = null, pictures = '{}'
    from gone g join private.review_checks c on c.lead_id = g.lead_id where r.id = c.review_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.anonymize_review_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.reviews r set author_name = null, pictures = '{}' where r.id = new.review_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.answer_score(p_hours smallint, p_replied smallint, p_asked smallint)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (case p_hours when 1 then 1000 when 4 then 900 when 8 then 800 when 24 then 600 when 48 then 400 when 72 then 200 else 500 end
    + coalesce(1000 * p_replied / nullif(p_asked, 0), 500)) / 2;
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_facts(p_artists uuid[])
 RETURNS TABLE(artist_id uuid, answer_hours smallint, walls_painted integer, replied_count smallint, asked_count smallint, due_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  -- Once, and not for each request.
  return query
    with t as materialized (select private.clock() as now)
    select a.id,
      case when r.timed >= 5 then (
        select min(h) from unnest('{1,4,8,24,48,72}'::smallint[]) h where r.median <= make_interval(hours => h)) end,
      (select count(distinct p.address_hash)::int from public.lead_assignments s
        join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
        where s.artist_id = a.id and s.state = 'completed'
          and (s.confirmed_at is not null or s.completed_at < t.now - interval '14 days')),
      case when r.asked >= 5 then r.replied end,
      case when r.asked >= 5 then r.asked end,
      (select min(n.at) from (
        select s.created_at + interval '7 days' as at from public.lead_assignments s
          where s.artist_id = a.id and s.answered_at is null and s.state not in ('passed', 'withdrawn')
            and s.created_at >= t.now - interval '7 days'
        union all
        select s.completed_at + interval '14 days' from public.lead_assignments s
          where s.artist_id = a.id and s.state = 'completed' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days') n)
    from t join public.artists a on a.id = any (p_artists)
    -- Read once, and not where it is used.
    cross join lateral (select private.mailboxes_of_artist(a.id) as mailboxes offset 0) own
    cross join lateral (
      select count(*)::smallint as asked, count(l.answered_at)::smallint as replied, count(*) filter (where l.answered_at > l.created_at) as timed,
        percentile_cont(0.5) within group (order by l.answered_at - l.created_at) filter (where l.answered_at > l.created_at) as median
      from (
        select d.created_at, d.answered_at from (
          -- The last request of each person. Whoever was asked and passed over, or whose request was closed, within 7 days
          -- had no time to reply.
          select distinct on (p.address_hash) s.created_at, s.answered_at, s.lead_id from public.lead_assignments s
          join private.request_senders p on p.lead_id = s.lead_id and p.proven_at is not null and p.address_hash <> all (own.mailboxes)
          where s.artist_id = a.id and (s.answered_at is not null or s.created_at <
            case when s.state in ('passed', 'withdrawn') then s.updated_at else t.now end - interval '7 days')
          order by p.address_hash, s.created_at desc, s.lead_id) d
        order by d.created_at desc, d.lead_id limit 20) l) r;
end
$function$;

CREATE OR REPLACE FUNCTION private.artist_needs(p_artist uuid)
 RETURNS TABLE(kind text, lead_id uuid, at timestamp with time zone, until date, count integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  -- Each request once, with what is most pressing about it.
  with t as materialized (select private.clock() as now, (private.clock() - interval '12 hours')::date as today)
  select n.kind, s.lead_id,
    case n.kind when 'dispute' then last.created_at when 'confirm' then s.completed_at when 'accepted' then s.accepted_at
      when 'message' then unread.last_at when 'answer' then s.created_at else p.created_at end,
    case n.kind when 'confirm' then (s.completed_at + interval '14 days')::date when 'painted' then p.starts_on + p.days
      when 'proposal_ends' then p.valid_until when 'proposal_ended' then p.valid_until end,
    unread.messages
  from t cross join public.lead_assignments s
  join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  left join public.proposals p on p.lead_id = s.lead_id and p.artist_id = s.artist_id
    and p.state = case s.state when 'proposed' then 'open' when 'accepted' then 'accepted' end
  left join lateral (
    select e.event, e.actor, e.created_at from public.assignment_events e
    where s.state in ('talking', 'accepted') and e.lead_id = s.lead_id and e.artist_id = s.artist_id order by e.id desc limit 1) last on true
  cross join lateral (
    select count(*) filter (where m.sender = 'client' and m.position > s.artist_read)::int as messages,
      max(m.created_at) filter (where m.sender = 'client') as last_at, max(m.created_at) filter (where m.sender = 'artist') as own_at
    from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id) unread
  cross join lateral (select case
    when last.event = 'dispute' and last.actor = 'client' and coalesce(unread.own_at < last.created_at, true) then 'dispute'
    when s.state = 'completed' and s.completed_by <> 'artist' and s.confirmed_at is null and s.completed_at >= t.now - interval '14 days' then 'confirm'
    when s.answered_at is null and s.state in ('sent', 'seen', 'talking') then 'answer'
    when unread.messages > 0 then 'message'
    when s.state = 'accepted' and s.accepted_at > t.now - interval '7 days' and coalesce(unread.own_at < s.accepted_at, true) then 'accepted'
    when s.state = 'accepted' and p.starts_on + p.days < t.today then 'painted'
    when s.state = 'proposed' and p.valid_until between t.today - 14 and t.today - 1 then 'proposal_ended'
    when s.state = 'proposed' and p.valid_until between t.today and t.today + 3 then 'proposal_ends' end as kind) n
  where s.artist_id = p_artist and s.state not in ('declined', 'passed', 'expired', 'withdrawn') and n.kind is not null
    and not exists (select from private.conversation_reports r where r.lead_id = s.lead_id and r.artist_id = s.artist_id)
  union all
  -- Without one from before this directory had requests: the artist's page is where those are.
  select 'review', c.lead_id, r.created_at, null, r.rating
  from public.reviews r join private.review_checks c on c.review_id = r.id and c.lead_id is not null
  where r.artist_id = p_artist and r.public_visible and r.reply is null
    and r.created_at > private.clock() - interval '60 days'
$function$;

CREATE OR REPLACE FUNCTION private.artist_of_claim_link(p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid;
begin
  select a.id into v_artist from private.claim_links k join public.artists a on a.id = k.artist_id
    where k.token_hash = private.token_hash(p_token)
      -- Whoever has taken it over may press again; to everybody else the link is worth nothing then.
      and (a.user_id = auth.uid()
        or a.unclaimed and k.expires_at > private.clock() and k.address_hash = private.address_hash(private.contact_email(a.id)));
  if v_artist is null then perform private.fail('page_link_refused'); end if;
  return v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.artists_named(p_name text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_name);
  if found then return; end if;
  return query select c.artist_id from public.artist_contacts c where lower(c.email) = lower(private.clean(p_name));
  if found then return; end if;
  return query select a.id from public.artists a where lower(a.name) = lower(private.clean(p_name));
end
$function$;

CREATE OR REPLACE FUNCTION private.artists_without_answer(p_lead uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select s.artist_id
  from public.lead_assignments s join public.lead_records l on l.id = s.lead_id and not l.held and l.withdrawn_at is null
  where s.lead_id = p_lead and s.answered_at is null and s.state in ('sent', 'seen', 'talking')
$function$;

CREATE OR REPLACE FUNCTION private.assign_requests(p_leads uuid[], p_artist uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead public.lead_records;
  v_has uuid[];
  v_assigned int := 0;
begin
  if not exists (select from public.artists a where a.id = p_artist) then perform private.fail('artist_unknown'); end if;
  -- In the order of ids, so that two admins at once do not wait for each other.
  for v_lead in select l.* from public.lead_records l where l.id = any (v_leads) order by l.id for update loop
    select coalesce(array_agg(a.artist_id), '{}') into v_has from public.lead_assignments a where a.lead_id = v_lead.id;
    continue when v_lead.withdrawn_at is not null or p_artist = any (v_has) or cardinality(v_has) >= 10;
    perform private.admin_assign_request(v_lead.id, v_has || p_artist, null);
    v_assigned := v_assigned + 1;
  end loop;
  return jsonb_build_object('assigned', v_assigned, 'left', cardinality(v_leads) - v_assigned);
end
$function$;

CREATE OR REPLACE FUNCTION private.call_webhook()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_url text := private.setting('webhook_url');
  v_secret text := private.setting('webhook_secret');
  v_id text := 'msg_' || replace(gen_random_uuid()::text, '-', '');
  v_at bigint := extract(epoch from clock_timestamp());
  v_body jsonb := jsonb_build_object('type', 'site.changed');
begin
  if v_url is null or v_secret is null or to_regnamespace('net') is null then return; end if;
  -- One call a transaction is enough: the publisher reads the whole outbox.
  if current_setting('app.webhook_called', true) = pg_current_xact_id()::text then return; end if;
  perform set_config('app.webhook_called', pg_current_xact_id()::text, true);
  execute 'select net.http_post(url := $1, body := $2, headers := $3)' using v_url, v_body, jsonb_build_object(
    'content-type', 'application/json', 'webhook-id', v_id, 'webhook-timestamp', v_at::text,
    'webhook-signature', private.webhook_signature(v_secret, v_id, v_at, v_body::text));
exception when others then
  -- Saving a profile must not fail because a notification could not be queued.
  raise warning 'site webhook not queued: %', sqlerrm;
end
$function$;

CREATE OR REPLACE FUNCTION private.checked_details(p_details jsonb)
 RETURNS public.request_details
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_details public.request_details;
begin
  if coalesce(jsonb_typeof(p_details), 'null') not in ('null', 'object') then perform private.fail('invalid_input', 'details'); end if;
  if jsonb_typeof(p_details) = 'null' then p_details := null; end if;
  v_details.width_ft := private.detail_feet(p_details -> 'width_ft');
  v_details.height_ft := private.detail_feet(p_details -> 'height_ft');
  if num_nulls(v_details.width_ft, v_details.height_ft) = 1 then perform private.fail('feet_invalid'); end if;
  v_details.size_source := private.detail_choice(p_details -> 'size_source', '{typed,like,photo}');
  -- Where a size comes from is nothing without one.
  v_details.size_source := case when v_details.width_ft is not null then coalesce(v_details.size_source, 'typed') end;
  v_details.place := private.detail_choice(p_details -> 'place', '{outside,inside}');
  if coalesce(jsonb_typeof(p_details -> 'surface_unsure'), 'null') not in ('null', 'boolean') then
    perform private.fail('invalid_input', 'details');
  end if;
  v_details.surface_unsure := coalesce((p_details ->> 'surface_unsure')::boolean, false);
  v_details.mural_ids := private.detail_murals(p_details -> 'mural_ids');
  return v_details;
end
$function$;

CREATE OR REPLACE FUNCTION private.city_words(p_city text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return lower((private.read_place(split_part(p_city, ',', 1), null))[1]);
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_artist(p_artist uuid, p_note text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_artist public.artists;
  v_email text;
  v_claim uuid;
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  if char_length(private.clean(p_note)) > 500 then perform private.fail('reason_too_long', 'note'); end if;
  select * into v_artist from public.artists a where a.id = p_artist and (a.public_visible or a.user_id = v_user);
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if v_artist.user_id = v_user then return jsonb_build_object('state', 'accepted', 'slug', v_artist.slug, 'mailed', false); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(v_user);
  v_email := private.contact_email(p_artist);
  if lower(v_email) = private.proven_email() then
    return jsonb_build_object('state', 'accepted', 'mailed', false) || private.transfer_artist(p_artist, v_user, 'address');
  end if;
  perform from auth.users u where u.id = v_user for update;
  if not exists (select from private.page_claims c where c.artist_id = p_artist and c.user_id = v_user and c.state = 'waiting') then
    -- Refused ones count for a day, so that nobody asks for all pages one after the other.
    if (select count(*) from private.page_claims c where c.user_id = v_user and c.state <> 'accepted'
        and (c.state = 'waiting' or c.created_at > now() - interval '1 day')) >= 3 then
      perform private.fail('rate_limited');
    end if;
    insert into private.page_claims (artist_id, user_id, note) values (p_artist, v_user, private.clean_or_null(p_note)) returning id into v_claim;
    if v_email is not null then
      perform private.claim_token(p_artist);
      -- One a day for each page, whoever asks: its owner is not to be flooded.
      perform private.write_mail('claim_check', p_artist || ':' || private.today(), null, v_email, null, p_artist);
    end if;
    perform private.write_mail('claim_waiting', v_claim::text, r.user_id, null, null, p_artist)
      from public.user_roles r where r.role = 'admin';
    perform private.audit('artist.claim', p_artist, jsonb_build_object('name', v_artist.name));
  end if;
  return jsonb_build_object('state', 'waiting', 'slug', v_artist.slug, 'mailed', v_email is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Not where the page has an owner by now, or another address.
  return (
    select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end),
      'link', '/claim#' || private.claim_token(a.id))
    from public.artists a
    where a.id = p_mail.artist_id and a.unclaimed and lower(private.contact_email(a.id)) = p_mail.recipient);
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_key(p_key uuid, p_lead uuid, p_payload jsonb, p_claim text)
 RETURNS private.request_intake
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_payload bytea := sha256(convert_to(p_payload::text, 'UTF8'));
  v_claim bytea := sha256(convert_to(p_claim, 'UTF8'));
  v_row private.request_intake;
begin
  -- A concurrent twin waits on this insert until the first one commits or rolls back.
  insert into private.request_intake (idempotency_key, lead_id, payload_hash, claim_hash)
    values (p_key, p_lead, v_payload, v_claim)
    on conflict (idempotency_key) do nothing;
  select * into strict v_row from private.request_intake i where i.idempotency_key = p_key;
  if v_row.claim_hash is distinct from v_claim or v_row.payload_hash <> v_payload then
    perform private.fail('idempotency_conflict');
  end if;
  return v_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.claim_token(p_artist uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address bytea := private.address_hash(private.contact_email(p_artist));
  v_link private.claim_links;
  v_token text;
begin
  select * into v_link from private.claim_links k where k.artist_id = p_artist for update;
  v_token := private.derived_token(p_artist, v_link.nonce);
  if v_link.token_hash = private.token_hash(v_token) and v_link.address_hash = v_address
     and v_link.expires_at > private.clock() + interval '7 days' then
    return v_token;
  end if;
  v_link.nonce := gen_random_uuid();
  v_token := private.derived_token(p_artist, v_link.nonce);
  insert into private.claim_links (artist_id, token_hash, nonce, address_hash, expires_at)
    values (p_artist, private.token_hash(v_token), v_link.nonce, v_address, private.clock() + interval '30 days')
    on conflict (artist_id) do update set token_hash = excluded.token_hash, nonce = excluded.nonce,
      address_hash = excluded.address_hash, expires_at = excluded.expires_at;
  return v_token;
end
$function$;

CREATE OR REPLACE FUNCTION private.claimable_page(p_slug text, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_linked uuid := case when p_token is not null then private.artist_of_claim_link(p_token) end;
begin
  return (
    select jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
      'city', a.city, 'state', a.state, 'unclaimed', a.unclaimed, 'mine', coalesce(a.user_id = auth.uid(), false),
      'waiting', exists (select from private.page_claims c where c.artist_id = a.id and c.user_id = auth.uid() and c.state = 'waiting'))
    from public.artists a where a.id = v_linked or v_linked is null and a.slug = p_slug and a.public_visible);
end
$function$;

CREATE OR REPLACE FUNCTION private.client_ip()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_text text;
  v_ip inet;
begin
  -- One header that the proxy in front overwrites. X-Forwarded-For would be typed by the caller.
  v_text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb
    ->> private.setting('client_ip_header');
  v_ip := regexp_replace(private.clean(v_text), '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  -- Whoever has one IPv6 address has the whole /64.
  return coalesce(host(network(set_masklen(v_ip, case family(v_ip) when 4 then 32 else 64 end))), 'unknown');
exception when data_exception then
  return 'unknown';
end
$function$;

CREATE OR REPLACE FUNCTION private.clock()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return now() + make_interval(secs => private.setting_int('clock_offset_seconds'));
end
$function$;

CREATE OR REPLACE FUNCTION private.close_request(p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_artist uuid;
begin
  perform from public.lead_records l where l.id = v_lead and l.withdrawn_at is null for no key update;
  if found then
    for v_artist in select a.artist_id from public.lead_assignments a where a.lead_id = v_lead order by a.artist_id loop
      perform private.move_assignment(v_lead, v_artist, 'close', 'client');
    end loop;
    update public.lead_records l set withdrawn_at = now() where l.id = v_lead;
    delete from private.mails m where m.lead_id = v_lead and m.state = 'waiting' and m.kind <> 'request_link';
    perform private.mail_withdrawn(v_lead);
    perform private.audit('request.withdrawn', v_lead);
  end if;
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.complete_request(p_lead uuid, p_artist uuid, p_token text, p_event text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_row public.lead_assignments;
  v_withdrawn timestamptz;
  v_claimed boolean;
  -- A wall may be said to be painted more than once: each time is news.
  v_key text := concat_ws(':', p_lead, p_artist, private.clock());
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist;
  v_claimed := v_row.state = 'completed' and v_row.confirmed_at is null and v_row.completed_by is distinct from v_side;
  -- Whoever was asked may say no, until they have said yes or two weeks are over.
  if p_event = 'dispute' and (v_row.completed_by is not distinct from v_side or v_row.confirmed_at is not null
      or v_row.completed_at < private.clock() - interval '14 days') then
    perform private.fail('move_refused');
  end if;
  perform private.move_assignment(p_lead, p_artist, p_event, v_side);
  case
    when p_event = 'dispute' and v_side = 'client' then perform private.mail_artist('lead_disputed', v_key, p_lead, p_artist);
    when p_event = 'dispute' then perform private.mail_client('request_disputed', v_key, p_lead, p_artist);
    when v_claimed and v_side = 'client' then perform private.mail_artist('lead_agreed', v_key, p_lead, p_artist);
    when v_claimed then perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    when v_row.state <> 'completed' and v_side = 'client' then perform private.mail_artist('lead_completed', v_key, p_lead, p_artist);
    -- Of the first time the move itself has told.
    when v_row.state <> 'completed' and exists (
        select from public.assignment_events e where e.lead_id = p_lead and e.artist_id = p_artist and e.event = 'dispute') then
      perform private.mail_client('request_completed', v_key, p_lead, p_artist);
    else null;
  end case;
  return (select a.state from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.confirm_claim(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then perform private.fail('not_allowed'); end if;
  return private.transfer_artist(private.artist_of_claim_link(p_token), auth.uid(), 'link');
end
$function$;

CREATE OR REPLACE FUNCTION private.confirm_request(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_email text;
  v_choice interval := make_interval(secs => private.setting_int('mail_choice_seconds'));
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and l.withdrawn_at is null;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Who has offers to choose from gets one mail, which says what they chose, unless that takes them too long.
  perform private.write_mail('request_confirmed', p_lead::text, v_lead.created_by_user, v_email, p_lead, null,
    jsonb_build_object('link', private.request_path(private.request_token(p_lead)), 'reference', v_lead.reference),
    now() + case when exists (select from private.request_offers o where o.lead_id = p_lead)
        and not exists (select from public.lead_assignments a where a.lead_id = p_lead)
      then v_choice else interval '0' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.conversation_review(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
begin
  return (
    select jsonb_build_object('side', v_side,
      'review', (select private.review_line(r, v_side) from private.review_checks c join public.reviews r on r.id = c.review_id
        where c.lead_id = p_lead and c.artist_id = p_artist),
      'author', case v_side when 'client' then private.review_author(p_lead) end,
      'possible', a.state = 'completed')
    from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.conversation_side(p_lead uuid, p_artist uuid, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text;
begin
  if p_token is not null then
    if private.request_of_link(p_token) is distinct from p_lead then perform private.fail('link_refused'); end if;
    v_side := 'client';
  elsif p_artist = private.my_artist_id() and exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    return 'artist';
  elsif exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
      where l.id = p_lead and l.created_by_user = auth.uid()) then
    v_side := 'client';
  end if;
  -- What looks like a robot is not told so: its request has no artists.
  if v_side is null or not exists (select from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
      where a.lead_id = p_lead and a.artist_id = p_artist) then
    perform private.fail('not_allowed');
  end if;
  return v_side;
end
$function$;

CREATE OR REPLACE FUNCTION private.conversation_summaries(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', a.lead_id, 'artist_id', a.artist_id, 'state', a.state, 'reported', t.reported,
      'unread', case when t.reported then 0 else (
        select count(*) from public.lead_messages m
        where m.lead_id = a.lead_id and m.artist_id = a.artist_id and m.sender <> t.side
          and m.position > case t.side when 'client' then a.client_read else a.artist_read end) end))
    from private.own_conversations() t join public.lead_assignments a on a.lead_id = t.lead_id and a.artist_id = t.artist_id
    where a.lead_id = any (p_leads)), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION private.conversations_i_read()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select t.lead_id, t.artist_id, t.side from private.my_conversations() t;
  return query
    select a.lead_id, a.artist_id, 'client' from public.lead_assignments a join public.lead_records l on l.id = a.lead_id and not l.held
    where a.lead_id = private.request_by_token(private.request_header('x-request-token'))
      and not exists (
        select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
  if private.is_admin() then
    -- What they have read by `admin_read_conversation`, which asks for a report or a reason and keeps both.
    return query
      select distinct e.subject, (e.detail ->> 'artist')::uuid, 'admin' from private.audit_log e
      where e.actor = auth.uid() and e.action = 'thread.read' and e.at > now() - interval '1 hour';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_request_contact(p_token text, p_name text, p_email text, p_phone text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.open_request(p_token, p_lead);
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_before text;
begin
  perform private.check_person(v_name, v_email, v_phone);
  select c.email into v_before from public.lead_contacts c where c.lead_id = v_lead;
  update public.lead_contacts c set name = v_name, email = v_email, phone = v_phone where c.lead_id = v_lead;
  -- What has not left goes to the corrected address.
  update private.mails m set address = v_email
    where m.lead_id = v_lead and m.state = 'waiting' and lower(m.address) = lower(v_before)
      and not exists (select from private.mails o
        where o.event = m.event and o.id <> m.id and o.recipient = coalesce(m.user_id::text, lower(v_email)));
  return private.request_data(v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_due_facts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.count_facts(array(
    select d.artist_id from private.fact_schedule d where d.due_at < private.clock() order by d.due_at limit 100))
$function$;

CREATE OR REPLACE FUNCTION private.count_facts(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(cardinality(p_artists), 0) = 0 then return; end if;
  -- Of two changes at the same instant the second waits here, and counts the first one too. All in one order, so that
  -- two that are about the same artists do not wait for each other.
  perform from public.artists a where a.id = any (p_artists) order by a.id for no key update;
  perform private.count_reviews(p_artists);
  with facts as materialized (select * from private.artist_facts(p_artists)),
  settled as (delete from private.fact_schedule d using facts f where d.artist_id = f.artist_id and f.due_at is null),
  planned as (
    insert into private.fact_schedule as d (artist_id, due_at) select f.artist_id, f.due_at from facts f where f.due_at is not null
      on conflict (artist_id) do update set due_at = excluded.due_at where d.due_at <> excluded.due_at)
  -- Each row that is written renders pages anew.
  update public.artists a
    set answer_hours = f.answer_hours, walls_painted = f.walls_painted, replied_count = f.replied_count, asked_count = f.asked_count
    from facts f
    where a.id = f.artist_id and (a.answer_hours, a.walls_painted, a.replied_count, a.asked_count)
      is distinct from (f.answer_hours, f.walls_painted, f.replied_count, f.asked_count);
  -- What else is in their profiles follows the artists' rows.
  update private.match_profiles p set acceptance = n.acceptance, requests = n.requests
    from (
      select x as artist_id, private.acceptance_score(x) as acceptance,
        (select count(*)::int from public.lead_assignments s where s.artist_id = x) as requests
      from unnest(p_artists) x offset 0) n
    where p.artist_id = n.artist_id and (p.acceptance, p.requests) <> (n.acceptance, n.requests);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_reviews(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- An update of no row would fire the triggers of reviews all the same.
  if not exists (select from public.reviews r where r.artist_id = any (p_artists) and r.counted_at is null) then return; end if;
  with ready as (
    -- Of two that become ready together the first.
    select distinct on (r.artist_id, s.address_hash) r.id, s.address_hash
    from public.reviews r
    join private.review_checks c on c.review_id = r.id and c.disputed_at is null and c.looked_at is null
    join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id and private.has_artist_agreed(a)
    join private.request_senders s on s.lead_id = c.lead_id and s.proven_at is not null
    where r.artist_id = any (p_artists) and r.counted_at is null
      and not private.has_reviewed_lately(r.artist_id, s.address_hash, r.created_at)
    order by r.artist_id, s.address_hash, r.created_at, r.id
  ), known as (
    update private.review_checks c set address_hash = n.address_hash from ready n where c.review_id = n.id)
  update public.reviews r set counted_at = private.clock() from ready n where r.id = n.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_view(p_page text, p_slug text, p_picture integer, p_pictures integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid;
  v_owner uuid;
  v_kind text := p_page;
  v_key text := '';
  v_pictures text[];
begin
  if not private.looks_like_a_person() then return; end if;
  if p_page = 'artist' then
    v_kind := 'page';
    select a.id, a.user_id, a.portfolio_images into v_artist, v_owner, v_pictures
      from public.artists a where a.slug = p_slug and a.public_visible;
  else
    select a.id, a.user_id, m.id, m.gallery_images into v_artist, v_owner, v_key, v_pictures
      from public.murals m join public.artists a on a.id = m.artist_id
      where m.slug = p_slug and m.public_visible and p_page = 'mural';
  end if;
  if p_picture is not null then
    v_kind := 'picture';
    -- By its place: the page has no room for names. One with another number of pictures is not the page of now.
    v_key := case when cardinality(v_pictures) = p_pictures then private.picture_key(v_pictures[p_picture + 1]) end;
  end if;
  -- Nobody looks at their own page to know how many did.
  if v_artist is null or v_key is null or v_owner = auth.uid() or private.is_admin() then return; end if;
  -- A flood makes a count useless, and must not make it slow: by artist and altogether, since nothing is known of callers.
  if not private.try_rate_limit('view', private.setting_int('view_limit'), interval '10 minutes')
    or private.rate_limit('view_artist', v_artist::text, 1000000000, interval '10 minutes') > private.setting_int('view_artist_limit') then
    return;
  end if;
  insert into private.artist_views as v (artist_id, day, kind, key) values (v_artist, private.today(), v_kind, v_key)
    on conflict (artist_id, day, kind, key) do update set views = v.views + 1 where v.views < 1000000;
end
$function$;

CREATE OR REPLACE FUNCTION private.decide_claim(p_claim uuid, p_accept boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claim private.page_claims;
begin
  perform private.require_admin();
  if p_accept is null then perform private.fail('invalid_input'); end if;
  select * into v_claim from private.page_claims c where c.id = p_claim for update;
  if v_claim.id is null or v_claim.state <> 'waiting' then perform private.fail('move_refused'); end if;
  if p_accept then return private.transfer_artist(v_claim.artist_id, v_claim.user_id, 'admin'); end if;
  update private.page_claims c set state = 'refused', decided_at = now() where c.id = p_claim;
  perform private.write_mail('claim_refused', p_claim::text, v_claim.user_id, null, null, v_claim.artist_id);
  perform private.audit('artist.claim_refused', v_claim.artist_id,
    (select jsonb_build_object('name', a.name) from public.artists a where a.id = v_claim.artist_id));
  perform private.mark_claim_notices_read(v_claim.artist_id);
  return (select jsonb_build_object('slug', a.slug, 'replayed', false) from public.artists a where a.id = v_claim.artist_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.lead_messages m using gone g where m.lead_id = g.lead_id;
  update public.proposals p set message = null from gone g where p.lead_id = g.lead_id and p.message is not null;
  update public.assignment_events e set reason = null from gone g where e.lead_id = g.lead_id and e.reason is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_finished_mural(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  delete from public.murals m using private.finished_walls w
    where w.lead_id = p_lead and w.artist_id = v_artist and m.id = w.mural_id;
  update private.finished_walls w set idempotency_key = null, location_details = null, client_pictures = '{}'
    where w.lead_id = p_lead and w.artist_id = v_artist and w.mural_id is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_message_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    using private.message_keys k, private.picture_names(old.lead_id, old.artist_id, k.idempotency_key, old.pictures) n
    where k.message_id = old.id and o.bucket_id = 'message-pictures' and o.name = n;
  perform set_config('storage.allow_delete_query', 'false', true);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_mural(p_mural uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_mural public.murals;
  v_wall private.finished_walls;
begin
  select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id() for update;
  if v_mural.id is null then
    -- Once more changes nothing.
    if exists (select from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id()) then return; end if;
    perform private.fail('mural_refused');
  end if;
  select * into v_wall from private.finished_walls w where w.mural_id = p_mural;
  insert into private.deleted_murals (mural_id, artist_id, removed_at, content, redirects, lead_id, client_pictures)
    values (p_mural, v_mural.artist_id, private.clock(), to_jsonb(v_mural) - 'city_slug',
      array(select r.slug from public.mural_redirects r where r.mural_id = p_mural), v_wall.lead_id,
      coalesce(v_wall.client_pictures, '{}'))
    on conflict (mural_id) do update set removed_at = excluded.removed_at, content = excluded.content,
      redirects = excluded.redirects, lead_id = excluded.lead_id, client_pictures = excluded.client_pictures;
  delete from public.murals m where m.id = p_mural;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_uploads(old.id);
  delete from public.lead_contacts c using public.lead_records l where l.id = c.lead_id and l.created_by_user = old.id;
  update public.lead_records l set project_description = 'Removed at the request of the person who sent it.', preferred_time = null
    where l.created_by_user = old.id;
  delete from private.request_intake i using public.lead_records l where l.id = i.lead_id and l.created_by_user = old.id;
  -- Entries about the profile stay; whose it was does not.
  update private.audit_log e set detail = e.detail - 'name'
    where e.detail ? 'name' and e.subject in (select a.id from public.artists a where a.user_id = old.id union all select old.id);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_photos_of_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.delete_request_photos(array(select g.lead_id from gone g));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_request_details()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.request_details d using gone g where d.lead_id = g.lead_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_request_note(p_note uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid;
begin
  perform private.require_admin();
  delete from private.request_notes n where n.id = p_note returning n.lead_id into v_lead;
  if v_lead is null then return; end if;
  perform private.audit('lead.note_removed', v_lead, jsonb_build_object('note', p_note));
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_request_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.request_notes n using gone g where n.lead_id = g.lead_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_request_photos(p_leads uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_count int;
begin
  -- As in `private.delete_uploads`. Whatever starts with the id of the request and a slash; '0' follows the slash.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o using unnest(p_leads) g (id)
    where o.bucket_id = 'lead-photos' and o.name ~>=~ (g.id || '/') and o.name ~<~ (g.id || '0');
  get diagnostics v_count = row_count;
  perform set_config('storage.allow_delete_query', 'false', true);
  return v_count;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_review_pictures()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_kept text[] := '{}';
begin
  if tg_op = 'UPDATE' then v_kept := private.object_keys(new.pictures); end if;
  -- As in `private.delete_uploads`.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id = 'review-pictures' and o.name like old.id || '/%' and o.bucket_id || '/' || o.name <> all (v_kept);
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_status_mail(p_lead uuid, p_artist uuid, p_status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text := p_lead || ':' || p_artist;
  v_events text[] := case p_status
    when 'new' then array['request_answered:' || v_key, 'request_completed:' || v_key]
    when 'in_review' then array['request_completed:' || v_key]
    else '{}' end;
  v_since timestamptz := now() - make_interval(secs => private.setting_int('mail_status_seconds'));
begin
  delete from private.mails m where m.event = any (v_events) and m.state = 'waiting' and m.attempts = 0 and m.created_at > v_since;
  delete from public.notices n where n.event = any (v_events) and n.read_at is null and n.created_at > v_since;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_subscriber()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.newsletter_subscribers s where lower(s.email) = lower(old.email);
  perform private.delete_newsletter_mails(old.email);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_unclaimed_page(p_token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.artist_of_claim_link(p_token);
  v_name text;
begin
  perform from public.artists a where a.id = v_artist and a.unclaimed for update;
  if not found then perform private.fail('page_claimed'); end if;
  -- Never to come back with another import.
  perform private.mark_address(v_artist, private.contact_email(v_artist));
  update public.murals m set public_visible = false where m.artist_id = v_artist and m.public_visible;
  perform private.audit('artist.removed', v_artist, '{}');
  update private.audit_log e set detail = e.detail - 'name' where e.subject = v_artist and e.detail ? 'name';
  delete from public.artists a where a.id = v_artist;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_unrestored_murals()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.deleted_murals r where r.removed_at <= private.clock() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.deleted_murals()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.mural_id, 'title', r.content ->> 'title', 'removed_at', r.removed_at,
      'pictures', to_jsonb(array_remove(array(select jsonb_array_elements_text(r.content -> 'gallery_images'))
        || array[r.content ->> 'image_url', r.content ->> 'before_url'], null))) order by r.removed_at desc), '[]')
  from private.deleted_murals r
  where r.artist_id = private.my_artist_id() and r.removed_at > private.clock() - interval '1 day'
$function$;

CREATE OR REPLACE FUNCTION private.details_line(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select to_jsonb(d) - 'lead_id' || jsonb_build_object('murals', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'slug', m.slug, 'title', m.title, 'image_url', m.image_url) order by x.at)
      from unnest(d.mural_ids) with ordinality x (id, at) join public.murals m on m.id = x.id and m.public_visible), '[]'))
    from public.request_details d where d.lead_id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.digest_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('notices', jsonb_agg(private.notice_line(n) order by n.created_at, n.id))
  from public.notices n join private.mail_kinds k on k.kind = n.kind
  where n.id in (select i::uuid from jsonb_array_elements_text(p_mail.payload -> 'notices') i)
    and n.user_id = p_mail.user_id and n.read_at is null and private.notice_mode(n.user_id, k.topic) <> 'here'
  having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION private.erase_request(p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
begin
  perform private.audit('request.erased', v_lead);
  -- Contact, artists, offers, form, links and mails go by their foreign keys.
  delete from public.lead_records l where l.id = v_lead;
  return jsonb_build_object('erased', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.examine_setup(p_id text, p_at bigint, p_body text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_secret text := private.setting('webhook_secret');
  v_migrations jsonb;
begin
  -- Kept by the Supabase CLI, and by the embedded backend in the same way; not there where files were run by hand.
  if exists (
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'supabase_migrations' and c.relname = 'schema_migrations'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) then
    execute 'select jsonb_agg(m.version order by m.version) from supabase_migrations.schema_migrations m' into v_migrations;
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'migrations', v_migrations,
    'media_origin', private.setting('media_origin'),
    'webhook_url', private.setting('webhook_url'),
    -- The secret itself stays here: whether a server has the same is seen by what it says to this.
    'webhook_signature', case when v_secret ~ '^whsec_([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'
      then private.webhook_signature(v_secret, p_id, p_at, p_body) end,
    'pg_net', to_regnamespace('net') is not null,
    'admins', (select count(*) from public.user_roles r where r.role = 'admin'),
    'mails_failed', (select count(*) from private.mails m where m.state = 'failed' and m.settled_at is null and m.created_at > now() - interval '1 day'));
end
$function$;

CREATE OR REPLACE FUNCTION private.expire_assignments()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid;
  v_artist uuid;
begin
  for v_lead in
    select l.id from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.kind = 'expiry' and r.due_at <= private.clock() order by r.due_at limit 100)
    for no key update skip locked
  loop
    for v_artist in
      with due as (
        delete from private.reminders r where r.lead_id = v_lead and r.kind = 'expiry' and r.due_at <= private.clock() returning r.artist_id)
      select d.artist_id from due d where d.artist_id in (select private.artists_without_answer(v_lead)) order by 1
    loop
      perform private.move_assignment(v_lead, v_artist, 'expire', 'system');
      perform private.mail_client('request_expired', v_lead || ':' || v_artist, v_lead, v_artist);
      perform private.mail_artist('lead_expired', v_lead || ':' || v_artist, v_lead, v_artist);
    end loop;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.finished_mural(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
  v_wall private.finished_walls;
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  select * into v_wall from private.finished_walls w where w.lead_id = p_lead and w.artist_id = v_artist;
  return jsonb_build_object('consent', v_wall.consent,
    'mural', (
      select jsonb_build_object('slug', m.slug, 'title', m.title, 'public_visible', m.public_visible,
        'pictures', to_jsonb(array_remove(m.image_url || m.gallery_images, null)))
      from public.murals m where m.id = v_wall.mural_id),
    'pictures', coalesce((
      select jsonb_agg(jsonb_build_object('path', n.name, 'sender', m.sender) order by m.position, n.at)
      from public.lead_messages m join private.message_keys k on k.message_id = m.id
      cross join lateral private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures) with ordinality n (name, at)
      join storage.objects o on o.bucket_id = 'message-pictures' and o.name = n.name
      where m.lead_id = p_lead and m.artist_id = v_artist and m.pictures > 0
        and not exists (select from private.conversation_reports r
          where r.lead_id = p_lead and r.artist_id = v_artist and r.side = 'artist')), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.fitting_artists(p_lead uuid, p_first uuid, p_without uuid[], p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  if private.matching_rule() = 'scores' then
    return query select m.artist_id, m.rank
      from private.scored_artists(p_lead, p_first, p_without, private.clock(), null, p_limit) m;
    return;
  end if;
  return query
    select a.id, (row_number() over (
      order by (a.id is not distinct from p_first) desc, a.featured desc, a.average_rating desc, a.id))::int
    from public.lead_records l
    join public.artists a on a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
      and (a.id = p_first or lower(private.clean(a.city)) = lower(private.clean(l.city))
        or exists (select from unnest(a.styles) s where position(lower(l.style_preference) in lower(s)) > 0
          or position(lower(s) in lower(l.style_preference)) > 0))
    where l.id = p_lead and a.id <> all (p_without)
    order by 2 limit p_limit;
end
$function$;

CREATE OR REPLACE FUNCTION private.form_styles()
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return '{abstract,graffiti,realistic,nature,lettering,other}'::text[];
end
$function$;

CREATE OR REPLACE FUNCTION private.form_words(p_words text[], p_options text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(array_agg(o.word order by o.word), '{}') from unnest(p_options) o (word)
    where exists (select from unnest(p_words) w (word)
      where position(o.word in lower(w.word)) > 0 or position(lower(w.word) in o.word) > 0));
end
$function$;

CREATE OR REPLACE FUNCTION private.hide_review(p_review uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_review public.reviews;
begin
  perform private.require_admin();
  if v_reason is null then perform private.fail('reason_required'); end if;
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  if not found then perform private.fail('not_allowed'); end if;
  if v_review.hidden_reason is not distinct from v_reason then return; end if;
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = coalesce(r.hidden_at, private.clock()), hidden_reason = v_reason
    where r.id = p_review returning * into v_review;
  perform private.audit('review.hidden', p_review, jsonb_build_object('artist', v_review.artist_id, 'reason', v_reason));
  perform private.mail_client('request_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id),
      private.mail_artist('lead_review_hidden', p_review || ':' || v_review.hidden_at, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review and c.lead_id is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.hold_disputed_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A status that is moved back says the same, but takes nothing off the page.
  perform private.note_dispute(r.id, null) from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = new.lead_id and c.artist_id = new.artist_id and (new.event = 'dispute' or r.counted_at is null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_rows(p_rows jsonb)
 RETURNS TABLE(line integer, fields jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' then perform private.fail('invalid_input', 'rows'); end if;
  if jsonb_array_length(p_rows) > 1000 then perform private.fail('import_too_large'); end if;
  if exists (select from jsonb_array_elements(p_rows) r
      where case when jsonb_typeof(r) <> 'object' then true else coalesce(r ->> 'line', '') !~ '^[0-9]{1,7}$' end) then
    perform private.fail('invalid_input', 'rows');
  end if;
  return query
    select (r.row ->> 'line')::int, private.import_fields(r.row)
    from jsonb_array_elements(p_rows) with ordinality r (row, at) order by r.at;
end
$function$;

CREATE OR REPLACE FUNCTION private.imported_artists(p_fields jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
declare
  v_email text := lower(private.clean_or_null(p_fields ->> 'email'));
begin
  return query select a.id from public.artists a where a.slug = private.clean(p_fields ->> 'slug');
  if found then return; end if;
  return query
    select m.artist_id from private.imported_addresses m where m.address_hash = private.address_hash(v_email) and m.artist_id is not null
    union select c.artist_id from public.artist_contacts c where lower(c.email) = v_email;
  if found then return; end if;
  -- Two of one name and town with two addresses are two people.
  return query
    select a.id from public.artists a left join public.artist_contacts c on c.artist_id = a.id
    where lower(a.name) = lower(private.clean(p_fields ->> 'name'))
      and lower(coalesce(a.city, '')) = lower(coalesce(private.clean(p_fields ->> 'city'), ''))
      and (c.email is null or v_email is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_artist(p_artist uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
  v_email text;
begin
  perform private.require_admin();
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  if not v_artist.unclaimed then perform private.fail('page_claimed'); end if;
  v_email := private.contact_email(p_artist);
  if v_email is null then perform private.fail('address_missing'); end if;
  perform private.claim_token(p_artist);
  -- Once a day at most, however often it is pressed.
  perform private.write_mail('artist_invited', p_artist || ':' || private.today(), null, v_email, null, p_artist);
  update private.claim_links k set invited_at = private.clock() where k.artist_id = p_artist;
  perform private.audit('artist.invited', p_artist, jsonb_build_object('name', v_artist.name));
  return jsonb_build_object('invited_at', private.clock());
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_new_artists()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_invited int;
begin
  perform private.require_admin();
  select count(private.invite_artist(n.id)) into v_invited from (
    select a.id from public.artists a
      join public.artist_contacts c on c.artist_id = a.id and c.email is not null
      left join private.claim_links k on k.artist_id = a.id
    where a.unclaimed and a.public_visible and k.invited_at is null
    order by a.created_at, a.id limit 500) n;
  return jsonb_build_object('invited', v_invited);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_address(p_lead uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_by = 'link')
    or exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id join auth.users u on u.id = l.created_by_user
      where l.id = p_lead and u.email_confirmed_at is not null and u.confirmation_sent_at is not null
        and private.mailbox(u.email) = private.mailbox(c.email))
$function$;

CREATE OR REPLACE FUNCTION private.is_proven_address(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.request_senders s
      where s.address_hash = private.address_hash(private.mailbox(p_email)) and s.proven_by = 'link')
    -- Without a mail server an account is there at once, as in proven_email.
    or exists (select from auth.users u where lower(u.email) = lower(private.clean(p_email))
      and u.email_confirmed_at is not null and u.confirmation_sent_at is not null)
$function$;

CREATE OR REPLACE FUNCTION private.is_request_proven(p_lead uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.request_senders s where s.lead_id = p_lead and s.proven_at is not null)
$function$;

CREATE OR REPLACE FUNCTION private.keep_request_photos()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.bucket_id <> 'lead-photos' then return new; end if;
  perform from public.lead_records l where l.id = private.request_of_photo(new.name) for share;
  if not found or private.request_of_photo(new.name) is null then
    raise insufficient_privilege using message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.kinds_of_walls()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Once for each artist, and not for each price.
  with artists as materialized (
    select a.artist_id, private.mailboxes_of_artist(a.artist_id) as mailboxes
    from (select distinct p.artist_id from private.wall_prices x join public.proposals p on p.id = x.proposal_id) a)
  select coalesce(jsonb_agg(jsonb_build_object('complexity', k.complexity, 'size', k.size,
      'low', greatest(1, round(k.low)), 'high', greatest(1, round(k.high)), 'walls', k.walls) order by k.complexity, k.size), '[]')
  from (
    select w.complexity, w.size, count(*) as walls,
      percentile_cont(0.1) within group (order by w.foot)::numeric as low,
      percentile_cont(0.9) within group (order by w.foot)::numeric as high
    from (
      select x.*, p.artist_id, s.address_hash,
        row_number() over (partition by x.complexity, x.size, p.artist_id order by p.created_at desc, p.id) as of_artist,
        row_number() over (partition by x.complexity, x.size, s.address_hash order by p.created_at desc, p.id) as of_client
      from private.wall_prices x
      join public.proposals p on p.id = x.proposal_id
      join artists a on a.artist_id = p.artist_id
      join private.request_senders s on s.lead_id = p.lead_id and s.proven_at is not null and s.address_hash <> all (a.mailboxes)) w
    -- No one person is most of a kind.
    where w.of_artist <= 6 and w.of_client <= 2
    group by w.complexity, w.size
    having count(*) >= 20 and count(distinct w.artist_id) >= 5 and count(distinct w.address_hash) >= 10) k
$function$;

CREATE OR REPLACE FUNCTION private.leads_instead()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'UPDATE' then perform private.fail('not_allowed'); end if;
  perform private.set_lead_status(old.id, new.status::text, null);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lease_mails(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts integer, data jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_mail private.mails;
  v_data jsonb;
  v_address text;
  -- One by one: what cannot be sent makes room for another.
  v_left int := least(greatest(coalesce(p_limit, 1), 1), 100);
begin
  if random() < 0.02 then delete from private.mails m where m.created_at < now() - interval '90 days'; end if;
  while v_left > 0 loop
    select m.* into v_mail from private.mails m
      where m.state in ('waiting', 'leased') and private.is_mail_due(m.created_at, m.attempts, m.next_attempt_at)
      order by m.next_attempt_at, m.id limit 1 for update skip locked;
    exit when not found;
    v_data := private.mail_data(v_mail);
    v_address := coalesce(v_mail.address, (select nullif(u.email, '') from auth.users u where u.id = v_mail.user_id));
    if v_data is null then
      delete from private.mails m where m.id = v_mail.id;
    -- Without an answer in 100 tries, each of them ended its worker.
    elsif v_address is null or (v_mail.attempts >= 100 and v_mail.answer is null) then
      update private.mails m
        set state = 'failed', leased_until = null,
          answer = coalesce(m.answer, case when v_address is null then 'The account has no address.' else 'It was begun 100 times and never ended.' end)
        where m.id = v_mail.id;
    else
      update private.mails m
        set state = 'leased', attempts = m.attempts + 1, leased_until = v.at, next_attempt_at = v.at
        from (select now() + make_interval(secs => least(greatest(coalesce(p_seconds, 60), 1), 3600)) as at) v
        where m.id = v_mail.id
        returning m.attempts into attempts;
      id := v_mail.id;
      kind := v_mail.kind;
      message_id := v_mail.message_id;
      address := v_address;
      select k.optional, k.forgotten into optional, forgotten from private.mail_kinds k where k.kind = v_mail.kind;
      data := v_data;
      v_left := v_left - 1;
      return next;
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.rate_limit('completion', new.lead_id || ':' || new.artist_id, private.setting_int('completion_limit'), interval '1 day');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.limit_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.rate_limit('proposal', new.lead_id || ':' || new.artist_id, private.setting_int('proposal_limit'), interval '1 day');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_admins()
 RETURNS TABLE(user_id uuid, email text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select r.user_id, u.email::text, r.created_at from public.user_roles r join auth.users u on u.id = r.user_id
  where r.role = 'admin' order by r.created_at
$function$;

CREATE OR REPLACE FUNCTION private.mail_about(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_data jsonb := p_mail.payload;
begin
  if p_mail.lead_id is not null then
    -- Who asked is not among it: whoever may know looks at the page, which masks what the specification masks.
    v_data := v_data || (
      select jsonb_build_object('lead', jsonb_build_object('id', l.id, 'kind', l.kind, 'city', l.city,
          'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
          'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
          'account', l.created_by_user is not null),
        'artists', coalesce((
          select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by s.created_at, a.name)
          from public.lead_assignments s join public.artists a on a.id = s.artist_id where s.lead_id = l.id), '[]'),
        'offers', (select count(*) from private.open_offers(l.id)))
      from public.lead_records l
      where l.id = p_mail.lead_id and exists (select from public.lead_contacts c where c.lead_id = l.id)
        and (p_mail.artist_id is null or exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = p_mail.artist_id)));
  end if;
  if p_mail.artist_id is not null then
    v_data := v_data || (
      select jsonb_build_object('artist', jsonb_build_object('id', a.id, 'name', a.name,
        'slug', case when a.public_visible then a.slug end))
      from public.artists a where a.id = p_mail.artist_id);
  end if;
  if p_mail.kind in ('lead_waiting', 'request_waiting') then v_data := v_data || private.waiting_data(p_mail); end if;
  return v_data;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to text := coalesce(p_mail.address, (select nullif(u.email, '') from auth.users u where u.id = p_mail.user_id));
  v_kind private.mail_kinds;
  v_data jsonb;
begin
  select * into v_kind from private.mail_kinds k where k.kind = p_mail.kind;
  if v_kind.kind in ('artist_invited', 'claim_check') then
    v_data := private.claim_data(p_mail);
  elsif v_kind.kind in ('newsletter_confirm', 'newsletter_issue') then
    v_data := private.newsletter_data(p_mail);
  else
    if v_kind.kind = 'digest' then
      v_data := private.digest_data(p_mail);
    -- Not what an account wants no mails about any more.
    elsif p_mail.user_id is null or private.notice_mode(p_mail.user_id, v_kind.topic) <> 'here' then
      v_data := private.mail_about(p_mail) || private.mail_details(p_mail);
    end if;
    if v_kind.optional and p_mail.user_id is not null then
      v_data := v_data || jsonb_build_object('unsubscribe', private.unsubscribe_token(p_mail.user_id, v_kind.topic));
    end if;
  end if;
  if v_data is null or v_to is null then return v_data; end if;
  if p_mail.lead_id is not null and private.is_to_client(p_mail.kind) then
    v_data := v_data || jsonb_build_object('link', private.request_path(private.link_token(p_mail.lead_id, v_to)));
  end if;
  return case when private.is_known_recipient(p_mail.user_id, v_to) then v_data else private.plain_data(p_mail.kind, v_data) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_details(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when p_mail.kind in ('lead_message', 'request_message') then private.message_data(p_mail)
    when p_mail.kind = 'request_proposal' then (
      select jsonb_build_object('proposal', private.proposal_line(p)) from public.proposals p
      where p.lead_id = p_mail.lead_id and p.artist_id = p_mail.artist_id and p.state = 'open')
    when p_mail.kind in ('request_declined', 'request_expired') then jsonb_build_object(
      'reason', (select e.reason from public.assignment_events e
        where e.lead_id = p_mail.lead_id and e.artist_id = p_mail.artist_id and e.event = 'decline' order by e.id desc limit 1),
      'matches', private.request_data(p_mail.lead_id) -> 'matches')
    when p_mail.kind in ('lead_reviewed', 'request_replied', 'lead_review_hidden', 'request_review_hidden') then (
      select jsonb_build_object('review', private.review_line(r, null)) from private.review_checks c join public.reviews r on r.id = c.review_id
      where c.lead_id = p_mail.lead_id and c.artist_id = p_mail.artist_id
        and (r.hidden_at is not null) = (p_mail.kind in ('lead_review_hidden', 'request_review_hidden')))
    when p_mail.kind = 'mural_hidden' then (
      select jsonb_build_object('title', m.title, 'reason', m.hidden_reason) from public.murals m
      where m.id = (p_mail.payload ->> 'mural')::uuid and m.hidden_at is not null)
    -- Null where somebody has decided before the mail left.
    when p_mail.kind = 'picture_reported' then (
      select jsonb_build_object('reason', r.reason, 'words', r.words, 'page', r.page) from private.picture_reports r
      where r.picture = p_mail.payload ->> 'picture' and r.decision is null order by r.created_at desc, r.id limit 1)
    else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_new_request()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
begin
  select * into v_lead from public.lead_records l where l.id = new.lead_id;
  if v_lead.id is null or new.created_at < now() then return null; end if;
  if v_lead.held then
    -- One an hour and admin: a flood is held so that it troubles nobody.
    perform private.mail_admins('lead_held', to_char(now() at time zone 'utc', 'YYYY-MM-DD HH24'), v_lead.id,
      jsonb_build_object('reason', (select r.held_reason from private.request_reasons r where r.lead_id = v_lead.id)));
    return null;
  end if;
  perform private.confirm_request(v_lead.id);
  if not exists (select from private.request_offers o where o.lead_id = v_lead.id)
     and not exists (select from public.lead_assignments a where a.lead_id = v_lead.id) then
    perform private.mail_admins('request_unmatched', v_lead.id::text, v_lead.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_request_link(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_of_link(p_token);
  v_email text;
begin
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  perform private.rate_limit('link_lead', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead;
  -- A held one tells its sender nothing, as when it came. Two presses within a minute are one email.
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.write_mail('request_link', 'own:' || v_lead || ':' || date_trunc('minute', now()), null, v_email, v_lead);
  end if;
  return jsonb_build_object('email', v_email);
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_status(p_lead uuid, p_artist uuid, p_status public.lead_status)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead public.lead_records;
  v_email text;
begin
  select * into v_lead from public.lead_records l where l.id = p_lead and not l.held;
  select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
  if v_email is null then return; end if;
  -- Each once: an artist may move the status back and forth.
  perform private.write_mail(case p_status when 'in_review' then 'request_answered' else 'request_completed' end,
    p_lead || ':' || p_artist, v_lead.created_by_user, v_email, p_lead, p_artist,
    p_due => now() + make_interval(secs => private.setting_int('mail_status_seconds')));
end
$function$;

CREATE OR REPLACE FUNCTION private.mailbox(p_email text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select case when split_part(v.address, '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(v.address, '@', 1), '.', '') || '@gmail.com' else v.address end
    from (select regexp_replace(lower(private.clean(p_email)), '(?<=.)\+[^@]*(?=@)', '') as address) v);
end
$function$;

CREATE OR REPLACE FUNCTION private.mailboxes_of_artist(p_artist uuid)
 RETURNS bytea[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select array(select private.address_hash(private.mailbox(x.email)) from (
      select c.email from public.artist_contacts c where c.artist_id = p_artist
      union select u.email from public.artists a join auth.users u on u.id = a.user_id where a.id = p_artist) x
      where x.email <> ''));
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_conversation_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_last bigint;
begin
  select max(m.position) into v_last from public.lead_messages m
    where m.lead_id = p_lead and m.artist_id = p_artist and m.position <= p_position;
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then greatest(a.client_read, v_last) else a.client_read end,
      artist_read = case when v_side = 'artist' then greatest(a.artist_read, v_last) else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist
      and case v_side when 'client' then a.client_read else a.artist_read end < v_last;
  update public.notices n set read_at = now()
    where n.user_id = auth.uid() and n.lead_id = p_lead and n.artist_id = p_artist and n.read_at is null
      and n.kind = case v_side when 'client' then 'request_message' else 'lead_message' end
      and not exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.sender <> v_side and m.position > p_position);
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_request_seen(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine (id) where mine.id = p_lead) then
    perform private.fail('not_allowed');
  end if;
  perform private.move_assignment(p_lead, private.my_artist_id(), 'open', 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.match_reasons(p_lead uuid, p_artists uuid[], p_asked uuid)
 RETURNS TABLE(artist_id uuid, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    with asked as materialized (
      select l.surface_type, private.city_words(l.city) as city,
        case l.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 when '10k-plus' then 2147483647 end as most,
        array(select w.word from private.wanted_words(p_lead) w) as words,
        (select d.mural_ids[1:6] from public.request_details d where d.lead_id = p_lead) as murals,
        (select w.value from private.match_weights w where w.part = 'reach_miles') as reach
      from public.lead_records l where l.id = p_lead
    ), near as materialized (
      select n.city_slug, n.miles from asked q cross join lateral private.miles_from(q.city) n)
    select a.id, coalesce(nullif(concat_ws(' · ',
      case when a.id = p_asked then 'asked for by name' end,
      case when exists (select from public.murals m where m.id = any (q.murals) and m.artist_id = a.id and m.public_visible)
        then 'painted a mural you like' end,
      private.reason_style(a.styles, q.words),
      private.reason_place(a.city, case when n.miles <= coalesce(a.travel_miles, q.reach) then n.miles end, q.city),
      case when q.surface_type <> 'other' and q.surface_type = any (private.form_words(a.surfaces, array[q.surface_type]))
        then 'does ' || q.surface_type end,
      case when a.minimum_price between 1 and q.most then 'walls from $' || to_char(a.minimum_price, 'FM9,999,999') end,
      private.reason_answers(a.answer_hours)), ''), 'paints murals')
    from asked q cross join public.artists a left join near n on n.city_slug = a.city_slug
    where a.id = any (p_artists);
end
$function$;

CREATE OR REPLACE FUNCTION private.matched_artists(p_lead uuid, p_first uuid, p_rule text, p_values jsonb, p_at timestamp with time zone)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  if p_rule = 'specification' then
    return query select m.artist_id, m.rank from public.lead_records l
      cross join lateral private.matching_artists(l.city, l.style_preference, p_first) m where l.id = p_lead;
  else
    return query select s.artist_id, s.rank from private.scored_artists(p_lead, p_first, null, p_at, p_values, 5) s;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.matching_artists(p_city text, p_style text, p_first uuid DEFAULT NULL::uuid)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  with pool as (
    select a.id, a.city, a.styles, a.featured, a.average_rating from public.artists a
    where a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    order by a.featured desc, a.average_rating desc, a.id limit 10
  ), matches as (
    select p.id, false as first, p.featured, p.average_rating from pool p
    where p.id is distinct from p_first and (
      lower(private.clean(p.city)) = lower(private.clean(p_city))
      or exists (select from unnest(p.styles) s
                 where position(lower(p_style) in lower(s)) > 0 or position(lower(s) in lower(p_style)) > 0))
    union all
    select a.id, true, a.featured, a.average_rating from public.artists a
    where a.id = p_first and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
  )
  select m.id, (row_number() over (order by m.first desc, m.featured desc, m.average_rating desc, m.id))::int
  from matches m
  order by 2 limit 5
$function$;

CREATE OR REPLACE FUNCTION private.matching_rule()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when private.setting('matching') = 'scores' then 'scores' else 'specification' end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_picture(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.lead_messages;
begin
  if p_bucket <> 'message-pictures' then return false; end if;
  v_message := private.message_of_picture(p_name);
  return exists (
      select from private.conversations_i_read() t
      where t.lead_id = v_message.lead_id and t.artist_id = v_message.artist_id and t.side = v_message.sender)
    and not exists (
      select from private.conversation_reports r where r.lead_id = v_message.lead_id and r.artist_id = v_message.artist_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_request_photo(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid;
begin
  if p_bucket is distinct from 'lead-photos' then return false; end if;
  v_lead := private.request_of_photo(p_name);
  if v_lead is null then return false; end if;
  if v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id)) then return true; end if;
  -- Without the link or the account, who knows the name is who has the claim, as long as that counts and no artist has
  -- opened the request: whoever sees its photos knows their names, too.
  return v_lead not in (select a.id from private.requests_assigned_to_me() a (id))
    and exists (select from private.request_intake i where i.lead_id = v_lead and i.claim_expires_at > private.clock())
    and not exists (select from public.lead_assignments a where a.lead_id = v_lead and a.state <> 'sent');
end
$function$;

CREATE OR REPLACE FUNCTION private.may_add_review_picture(p_bucket text, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews;
begin
  if p_bucket <> 'review-pictures' then return false; end if;
  v_review := private.review_of_picture(p_name);
  return private.may_change(v_review.created_at) and exists (
    select from private.conversations_i_read() t join private.review_checks c on c.lead_id = t.lead_id and c.artist_id = t.artist_id
    where c.review_id = v_review.id and t.side = 'client');
end
$function$;

CREATE OR REPLACE FUNCTION private.media_url_ok(p_url text, p_bucket text, p_owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_origin text := nullif(rtrim(private.setting('media_origin'), '/'), '');
  v_file constant text := '[a-z0-9-]{1,64}\.(jpg|jpeg|png|webp|avif)(\?v=[0-9]{1,16})?$';
  v_path text := '/storage/v1/object/public/' || p_bucket || '/' || p_owner || '/';
begin
  if p_url is null or p_owner is null then return false; end if;
  if v_origin is null then return p_url ~ ('^https://[a-z0-9]{20}\.supabase\.co' || v_path || v_file); end if;
  return left(p_url, char_length(v_origin || v_path)) = v_origin || v_path
    and substr(p_url, char_length(v_origin || v_path) + 1) ~ ('^' || v_file);
end
$function$;

CREATE OR REPLACE FUNCTION private.megabytes(p_key text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.setting_int(p_key) * 1048576::bigint
$function$;

CREATE OR REPLACE FUNCTION private.merge_requests(p_keep uuid, p_double uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_new uuid[];
begin
  perform private.require_admin();
  -- Both in the order of ids, as everywhere.
  perform from public.lead_records l where l.id in (p_keep, p_double) order by l.id for update;
  if exists (select from private.request_reasons r where r.lead_id = p_double and r.merged_into = p_keep) then
    return jsonb_build_object('id', p_keep, 'replayed', true);
  end if;
  if p_keep = p_double or private.same_person(p_keep, p_double) is not true then perform private.fail('leads_differ'); end if;
  if private.is_proven_pair(p_keep, p_double) is not true then perform private.fail('person_unproven'); end if;
  if exists (select from public.lead_records l where l.id in (p_keep, p_double) and l.withdrawn_at is not null) then
    perform private.fail('request_withdrawn');
  end if;
  if exists (select from public.lead_assignments a where a.lead_id = p_double and a.state in ('accepted', 'completed')) then
    perform private.fail('double_decided');
  end if;

  -- Who is at it goes on with the other one, as far as they are; dated as before, so that nobody is told of a new request.
  with moved as (
    insert into public.lead_assignments (lead_id, artist_id, status, created_at, updated_at, seen_at, answered_at)
      select p_keep, a.artist_id, a.status, a.created_at, a.updated_at, a.seen_at, a.answered_at
      from public.lead_assignments a
      where a.lead_id = p_double and a.state in ('sent', 'seen', 'talking', 'proposed')
        and not exists (select from public.lead_assignments k where k.lead_id = p_keep and k.artist_id = a.artist_id)
      order by a.created_at
      limit greatest(0, 10 - (select count(*) from public.lead_assignments k where k.lead_id = p_keep))
      returning artist_id)
  select coalesce(array_agg(m.artist_id order by m.artist_id), '{}') into v_new from moved m;
  perform private.close_duplicate(p_double);
  insert into private.request_reasons (lead_id, merged_into) values (p_double, p_keep)
    on conflict (lead_id) do update set merged_into = excluded.merged_into;
  update public.lead_records l set withdrawn_at = now() where l.id = p_double;
  update public.lead_records l set held = false where l.id = p_keep and l.held and cardinality(v_new) > 0;
  update private.request_notes n set lead_id = p_keep where n.lead_id = p_double;
  perform private.audit('lead.merged', p_keep, jsonb_build_object('double', p_double, 'artists', v_new));
  perform private.audit('lead.merged', p_double, jsonb_build_object('into', p_keep));
  return jsonb_build_object('id', p_keep, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.message_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The latest five, the oldest of them first. A mail shows no picture: it would be out of the hands of both.
  select case when count(*) > 0 then jsonb_build_object('messages', jsonb_agg(
      concat_ws(E'\n', nullif(left(u.body, 600), ''),
        case u.pictures when 0 then null when 1 then '1 picture' else u.pictures || ' pictures' end) order by u.position),
      'count', max(u.total)) end
  from (
    select m.body, m.pictures, m.position, count(*) over () as total
    from public.lead_messages m join public.lead_assignments a on a.lead_id = m.lead_id and a.artist_id = m.artist_id
    where m.lead_id = p_mail.lead_id and m.artist_id = p_mail.artist_id
      and case p_mail.kind when 'lead_message' then m.sender = 'client' and m.position > a.artist_read
        else m.sender = 'artist' and m.position > a.client_read end
      and not exists (select from private.conversation_reports r where r.lead_id = m.lead_id and r.artist_id = m.artist_id)
    order by m.position desc limit 5) u
$function$;

CREATE OR REPLACE FUNCTION private.message_line(p_message public.lead_messages, p_side text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('id', p_message.id, 'position', p_message.position, 'artist_id', p_message.artist_id,
    'sender', p_message.sender, 'body', p_message.body, 'created_at', p_message.created_at,
    'key', case when p_message.sender = p_side then (
      select k.idempotency_key from private.message_keys k where k.message_id = p_message.id) end,
    'pictures', coalesce(case when p_message.pictures > 0 then (
      select jsonb_agg(jsonb_build_object('path', n.name,
        'arrived', exists (select from storage.objects o where o.bucket_id = 'message-pictures' and o.name = n.name)) order by n.at)
      from private.message_keys k
      cross join private.picture_names(p_message.lead_id, p_message.artist_id, k.idempotency_key, p_message.pictures)
        with ordinality n (name, at)
      where k.message_id = p_message.id) end, '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.message_of_picture(p_name text)
 RETURNS public.lead_messages
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_uuid constant text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  v_message public.lead_messages;
begin
  if p_name !~ concat('^', c_uuid, '/', c_uuid, '/[0-9a-f]{64}/[0-3]\.webp$') then return null; end if;
  select m.* into v_message from public.lead_messages m join private.message_keys k on k.message_id = m.id
    where m.lead_id = split_part(p_name, '/', 1)::uuid and m.artist_id = split_part(p_name, '/', 2)::uuid and m.pictures > 0
      and p_name in (select private.picture_names(m.lead_id, m.artist_id, k.idempotency_key, m.pictures));
  return v_message;
end
$function$;

CREATE OR REPLACE FUNCTION private.miles_from(p_city text)
 RETURNS TABLE(city_slug text, miles double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 60
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
    with here as (
      select c.latitude, c.longitude from public.cities c
      where lower(c.city_name) = p_city and c.latitude is not null order by c.artist_count desc, c.slug limit 1)
    select c.slug, 7917.6 * asin(least(1, sqrt(
      sind((c.latitude - h.latitude)::double precision / 2) ^ 2
        + cosd(h.latitude::double precision) * cosd(c.latitude::double precision) * sind((c.longitude - h.longitude)::double precision / 2) ^ 2)))
    from public.cities c, here h where c.latitude is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_assignment(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_reason text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row public.lead_assignments;
  v_next text;
  v_status public.lead_status;
begin
  -- The request before its artists, always: two moves of one request cannot wait for each other.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select * into v_row from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist for no key update;
  select m.becomes into v_next from private.assignment_moves m
    where m.event = p_event and m.actor = p_actor and m.state = v_row.state;
  if not found then perform private.fail('move_refused'); end if;
  if v_row.state = 'completed' and v_next <> 'completed' and v_row.accepted_at is not null then v_next := 'accepted'; end if;
  v_status := case
    when p_event like 'set\_%' then substr(p_event, 5)::public.lead_status
    when p_event = 'complete' then 'completed'
    when p_event = 'dispute' then 'in_review'
    when p_event in ('write', 'propose', 'accept') then greatest(v_row.status, 'in_review')
    else v_row.status end;

  update public.lead_assignments a
    set state = v_next,
      seen_at = case when p_event = 'open' then coalesce(a.seen_at, now()) else a.seen_at end,
      answered_at = case when p_actor in ('artist', 'admin') and p_event <> 'open' and v_status <> 'new' or p_event = 'decline'
        then coalesce(a.answered_at, private.clock()) else a.answered_at end,
      accepted_at = case when p_event = 'accept' then private.clock() else a.accepted_at end,
      completed_by = case when v_next <> 'completed' then null else coalesce(a.completed_by, p_actor) end,
      completed_at = case when v_next <> 'completed' then null else coalesce(a.completed_at, private.clock()) end,
      confirmed_at = case when v_next <> 'completed' then null
        when a.completed_by is not null and a.completed_by <> p_actor and p_event = 'complete' then coalesce(a.confirmed_at, private.clock())
        else a.confirmed_at end,
      updated_at = case when v_next <> v_row.state and p_event <> 'open' or v_status <> v_row.status then now() else a.updated_at end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  if v_status <> v_row.status then
    update public.lead_assignments a set status = v_status where a.lead_id = p_lead and a.artist_id = p_artist;
    -- A message says itself that there is an answer, and so does a proposal.
    if v_status > v_row.status and p_actor in ('artist', 'admin') and p_event not in ('write', 'propose') then
      perform private.mail_status(p_lead, p_artist, v_status);
    end if;
  end if;
  -- Whoever works a request has read what they were told of it.
  if p_actor in ('artist', 'admin') then
    update public.notices n set read_at = now() from public.artists a
      where a.id = p_artist and n.user_id = a.user_id and n.lead_id = p_lead and n.artist_id = a.id and n.read_at is null;
  end if;
  if v_next <> v_row.state then
    insert into public.assignment_events (lead_id, artist_id, actor, event, state, reason)
      values (p_lead, p_artist, p_actor, p_event, v_next, p_reason);
    if p_event not like 'set\_%' then
      perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
        'from', v_row.state, 'to', v_next));
    end if;
  end if;
  return v_next;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_conversations()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select t.lead_id, t.artist_id, t.side from private.own_conversations() t where not t.reported;
end
$function$;

CREATE OR REPLACE FUNCTION private.my_day(p_month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant int := 20;
  v_artist uuid := private.my_artist_id();
  v_now date := date_trunc('month', private.today())::date;
  v_month date := greatest(least(date_trunc('month', p_month)::date, v_now), (v_now - interval '12 months')::date);
begin
  if v_artist is null then perform private.fail('not_allowed'); end if;
  return (
    select jsonb_build_object('waiting', count(*),
      'needs', coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'lead_id', n.lead_id, 'at', n.at, 'until', n.until, 'count', n.count,
        'city', l.city, 'project', left(l.project_description, 120)) order by n.place) filter (where n.place <= c_most), '[]'))
    from (
      select x.*, row_number() over (order by
        array_position('{dispute,confirm,accepted,answer,message,proposal_ends,painted,proposal_ended,review}'::text[], x.kind), x.at, x.lead_id) as place
      from private.artist_needs(v_artist) x) n
    join public.lead_records l on l.id = n.lead_id
  ) || jsonb_build_object('month', private.artist_month(v_artist, v_month),
    'before', private.artist_month(v_artist, (v_month - interval '1 month')::date) - 'days') || private.artist_view_counts(v_artist, v_month);
end
$function$;

CREATE OR REPLACE FUNCTION private.my_request_artists()
 RETURNS TABLE(lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  select s.lead_id, a.id, a.name, case when a.public_visible then a.slug end, s.status, s.updated_at
  from public.lead_records l
  join public.lead_assignments s on s.lead_id = l.id
  join public.artists a on a.id = s.artist_id
  where l.created_by_user = auth.uid()
  order by l.created_at desc, l.id, a.name
$function$;

CREATE OR REPLACE FUNCTION private.my_requests()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
end
$function$;

CREATE OR REPLACE FUNCTION private.my_review(p_review uuid, p_side text, p_token text)
 RETURNS public.reviews
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews;
  v_lead uuid := (select c.lead_id from private.review_checks c where c.review_id = p_review);
begin
  select * into v_review from public.reviews r where r.id = p_review;
  -- The same answer for a review that does not exist and for one that is somebody else's.
  if v_lead is null then
    if v_review.artist_id is distinct from private.my_artist_id() or p_side <> 'artist' then
      perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end);
    end if;
  elsif private.conversation_side(v_lead, v_review.artist_id, p_token) <> p_side then
    perform private.fail('not_allowed');
  end if;
  select * into v_review from public.reviews r where r.id = p_review for no key update;
  return v_review;
end
$function$;

CREATE OR REPLACE FUNCTION private.needs_conversations(p_rows integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with q as materialized (
    select r.lead_id, r.artist_id, max(r.created_at) as at, (array_agg(r.side order by r.created_at desc))[1] as side,
      (array_agg(r.reason order by r.created_at desc))[1] as reason
    from private.conversation_reports r group by r.lead_id, r.artist_id
  )
  select jsonb_build_object('total', (select count(*) from q), 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('lead_id', p.lead_id, 'artist_id', p.artist_id, 'artist', a.name, 'client', c.name,
      'side', p.side, 'reason', p.reason, 'created_at', p.at) order by p.at desc, p.lead_id, p.artist_id)
    from (select q.* from q order by q.at desc, q.lead_id, q.artist_id limit p_rows) p
    join public.artists a on a.id = p.artist_id
    left join public.lead_contacts c on c.lead_id = p.lead_id), '[]'))
$function$;

CREATE OR REPLACE FUNCTION private.needs_requests(p_rows integer, p_from timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with q as materialized (
    select n.id, n.need, n.since, n.need = 'held' or n.since >= p_from as lately from private.request_needs n where n.need is not null
  ), ranked as (
    select q.*, row_number() over (partition by q.need order by q.since desc, q.id) as place from q where q.lately
  )
  select jsonb_object_agg(k.need, jsonb_build_object(
    'total', (select count(*) from q where q.need = k.need and q.lately),
    'older', (select count(*) from q where q.need = k.need and not q.lately),
    'rows', coalesce((
      select jsonb_agg((select v.lead from private.admin_requests v where v.id = p.id) order by p.place)
      from ranked p where p.need = k.need and p.place <= p_rows), '[]')))
  from unnest(array['held', 'unassigned', 'unanswered']) k (need)
$function$;

CREATE OR REPLACE FUNCTION private.newsletter_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_subscriber private.newsletter_subscribers;
  v_issue private.newsletter_issues;
begin
  select * into v_subscriber from private.newsletter_subscribers s where lower(s.email) = p_mail.recipient;
  if p_mail.kind = 'newsletter_confirm' then
    return case when v_subscriber.id is not null and v_subscriber.confirmed_at is null then
      jsonb_build_object('link', '/newsletter#confirm=' || private.newsletter_token(v_subscriber.id)) end;
  end if;
  -- One to try it out goes to an admin, who need not be on the list.
  if v_subscriber.confirmed_at is null and not p_mail.payload ? 'test' then return null; end if;
  select * into v_issue from private.newsletter_issues i where i.id = (p_mail.payload ->> 'issue')::uuid;
  if not found then return null; end if;
  return private.newsletter_content(v_issue) || case when v_subscriber.id is null then '{}'
    else jsonb_build_object('unsubscribe', private.newsletter_token(v_subscriber.id)) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.next_matches(p_lead uuid, p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select m.artist_id, coalesce((select max(o.rank) from private.request_offers o where o.lead_id = p_lead), 0) + m.rank
  from private.fitting_artists(p_lead, null, array(
    select o.artist_id from private.request_offers o where o.lead_id = p_lead
    union select s.artist_id from public.lead_assignments s where s.lead_id = p_lead), p_limit) m
$function$;

CREATE OR REPLACE FUNCTION private.note_same_state(p_lead uuid, p_artist uuid, p_event text, p_actor text, p_state text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.assignment_events (lead_id, artist_id, actor, event, state) values (p_lead, p_artist, p_actor, p_event, p_state);
  perform private.audit('lead.moved', p_lead, jsonb_build_object('artist', p_artist, 'event', p_event, 'by', p_actor,
    'from', p_state, 'to', p_state));
end
$function$;

CREATE OR REPLACE FUNCTION private.note_sender(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := (select c.email from public.lead_contacts c where c.lead_id = p_lead);
  v_account text := (select u.email from public.lead_records l join auth.users u on u.id = l.created_by_user
    where l.id = p_lead and private.is_confirmed_account(u.id));
  v_by text := case when v_account is not null then 'account' when not private.is_api_caller() then 'operator' end;
begin
  if v_email is null and v_by is distinct from 'operator' then return; end if;
  insert into private.request_senders as s (lead_id, address_hash, network_hash, proven_at, proven_by)
    -- Of whom the operator brings in without an address, each is somebody.
    values (p_lead, coalesce(private.address_hash(private.mailbox(coalesce(v_account, v_email))), sha256(uuid_send(p_lead))),
      case when private.is_api_caller() then private.network_hash() end, case when v_by is not null then private.clock() end, v_by)
    on conflict (lead_id) do update
      set address_hash = excluded.address_hash, proven_at = excluded.proven_at, proven_by = excluded.proven_by
      where s.address_hash <> excluded.address_hash or s.proven_by is null;
end
$function$;

CREATE OR REPLACE FUNCTION private.notify_of_message(p_message public.lead_messages)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_to_artist boolean := p_message.sender = 'client';
  v_kind text := case when v_to_artist then 'lead_message' else 'request_message' end;
  v_topic text := case when v_to_artist then 'leads' else 'requests' end;
  v_user uuid;
  v_address text;
  v_last private.mails;
begin
  select case when v_to_artist then a.user_id else l.created_by_user end, case when not v_to_artist then c.email end
    into v_user, v_address
    from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    join public.artists a on a.id = p_message.artist_id
    where l.id = p_message.lead_id;
  if v_user is null and v_address is null
     or exists (select from private.conversation_reports r where r.lead_id = p_message.lead_id and r.artist_id = p_message.artist_id
       and r.side = case when v_to_artist then 'artist' else 'client' end) then
    return;
  end if;
  if v_user is not null then
    -- One notice for a conversation until it is read; its time is that of the last message.
    update public.notices n set created_at = clock_timestamp()
      where n.user_id = v_user and n.kind = v_kind and n.lead_id = p_message.lead_id and n.artist_id = p_message.artist_id
        and n.read_at is null;
    if not found then
      insert into public.notices (user_id, kind, event, lead_id, artist_id, digest_at)
        values (v_user, v_kind, v_kind || ':' || p_message.id, p_message.lead_id, p_message.artist_id,
          case when private.notice_mode(v_user, v_topic) = 'daily' then private.next_digest_of(v_user) end)
        on conflict do nothing;
    end if;
    if private.notice_mode(v_user, v_topic) <> 'at_once' then return; end if;
  end if;
  -- A mail shows all that is unread when it leaves: one that waits is enough, and at most one leaves in ten minutes.
  select m.* into v_last from private.mails m
    where m.kind = v_kind and m.lead_id = p_message.lead_id and m.artist_id = p_message.artist_id
    order by m.id desc limit 1;
  if v_last.state = 'waiting' and v_last.attempts = 0 then return; end if;
  insert into private.mails (kind, event, user_id, address, lead_id, artist_id, payload, next_attempt_at)
    values (v_kind, v_kind || ':' || p_message.id, v_user, v_address, p_message.lead_id, p_message.artist_id,
      case when v_to_artist then '{}' else
        jsonb_build_object('link', private.request_path(private.request_token(p_message.lead_id))) end,
      greatest(now() + make_interval(secs => private.setting_int('mail_message_seconds')), v_last.created_at + interval '10 minutes'))
    on conflict (event, recipient) do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.offer_artists(p_lead uuid, p_first uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.request_offers (lead_id, artist_id, rank, asked)
    select p_lead, m.artist_id, m.rank, m.artist_id is not distinct from p_first
    from private.matched_artists(p_lead, p_first, private.matching_rule(), null, private.clock()) m
    on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.offer_next(p_lead uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.open_offers(p_lead) o where not exists (
      select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)) then
    return;
  end if;
  insert into private.request_offers (lead_id, artist_id, rank)
    select p_lead, m.artist_id, m.rank from private.next_matches(p_lead, 3) m on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_offers(p_lead uuid)
 RETURNS SETOF private.request_offers
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query
    select o.* from private.request_offers o
    join public.artists a on a.id = o.artist_id and a.public_visible and not a.unclaimed and private.takes_requests(a.paused_until)
    where o.lead_id = p_lead;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_request(p_token text, p_lead uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.own_request(p_token, p_lead);
  v_withdrawn timestamptz;
begin
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = v_lead for no key update;
  if not found then perform private.fail('link_refused'); end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return v_lead;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_assignment(p_lead uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_withdrawn timestamptz;
begin
  if p_lead is null or not exists (select from private.requests_assigned_to_me() mine where mine = p_lead) then
    perform private.fail('not_allowed');
  end if;
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  return private.my_artist_id();
end
$function$;

CREATE OR REPLACE FUNCTION private.own_conversations()
 RETURNS TABLE(lead_id uuid, artist_id uuid, side text, reported boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id, a.artist_id, s.side, exists (
      select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = s.side)
    from (
      select l.id, 'client' as side, null::uuid as artist from public.lead_records l
        where l.created_by_user = auth.uid() and not l.held
      union all
      select mine, 'artist', v_artist from private.requests_assigned_to_me() mine
    ) s
    join public.lead_assignments a on a.lead_id = s.id and (s.artist is null or a.artist_id = s.artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.own_request(p_token text, p_lead uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Somebody else's, and one whose person was erased, are refused like a wrong token.
  if p_token is null and exists (select from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
    where l.id = p_lead and l.created_by_user = auth.uid()) then
    return p_lead;
  end if;
  return private.request_of_link(p_token);
end
$function$;

CREATE OR REPLACE FUNCTION private.page_row(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_row - '{user_id,published_at,hidden_at,hidden_reason,counted_at}'::text[]
$function$;

CREATE OR REPLACE FUNCTION private.picture_names(p_lead uuid, p_artist uuid, p_key uuid, p_pictures integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 4
 SET search_path TO ''
AS $function$
  select concat_ws('/', p_lead, p_artist, encode(private.token_hash(p_key::text), 'hex'), n || '.webp')
  from generate_series(0, p_pictures - 1) n
$function$;

CREATE OR REPLACE FUNCTION private.pictures_of_page(p_page text)
 RETURNS TABLE(url text, artist_id uuid, mural_id uuid, review_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_slug text := substring(p_page from '^/(?:artist|mural)/([a-z0-9-]{1,140})(?:/reviews)?$');
  v_artist public.artists;
  v_newest int;
begin
  if v_slug is null then return; end if;
  if p_page = '/mural/' || v_slug then
    return query select p.picture, m.artist_id, m.id, null::uuid
      from public.murals m, unnest(array[m.image_url, m.before_url] || m.gallery_images) with ordinality p (picture, at)
      where m.slug = v_slug and m.public_visible and p.picture is not null order by p.at;
  elsif p_page like '/artist/%' then
    select * into v_artist from public.artists a where a.slug = v_slug and a.public_visible;
    if p_page = '/artist/' || v_slug then
      v_newest := 3;
      return query select p.picture, v_artist.id, null::uuid, null::uuid
        from unnest(v_artist.profile_photo || v_artist.portfolio_images) with ordinality p (picture, at)
        where p.picture is not null order by p.at;
    end if;
    return query select p.picture, v_artist.id, null::uuid, r.id
      from (select * from public.reviews r where r.artist_id = v_artist.id and r.public_visible
        order by r.created_at desc, r.id limit v_newest) r, unnest(r.pictures) with ordinality p (picture, at)
      order by r.created_at desc, r.id, p.at;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.place_consent(p_lead uuid, p_artist uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  return jsonb_build_object('granted', (
    select w.consent from private.finished_walls w where w.lead_id = p_lead and w.artist_id = p_artist));
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_recount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artists uuid[];
begin
  -- What is counted comes from different people who are proven: one is proven, or somebody else by now.
  if tg_table_name = 'request_senders' then
    v_artists := array(select a.artist_id from public.lead_assignments a where a.lead_id = new.lead_id);
  -- That an artist has opened a request changes nothing that is counted.
  elsif tg_op <> 'UPDATE' or (replace(new.state, 'seen', 'sent'), new.created_at, new.answered_at, new.completed_at, new.confirmed_at)
      is distinct from (replace(old.state, 'seen', 'sent'), old.created_at, old.answered_at, old.completed_at, old.confirmed_at) then
    v_artists := array[coalesce(new.artist_id, old.artist_id)];
  else
    return null;
  end if;
  insert into private.fact_recounts (artist_id, is_first)
    select x, not exists (select from private.fact_recounts) from unnest(v_artists) x;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.preview_matching(p_changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now jsonb := private.matching_settings();
  v_new jsonb := private.checked_matching(p_changes);
  v_answer jsonb;
begin
  -- Both for the artists of today and the requests of the week that each request ended.
  with asked as (
    select l.id, l.city, l.style_preference, l.created_at,
      (select o.artist_id from private.request_offers o where o.lead_id = l.id and o.asked limit 1) as first
    from public.lead_records l where l.kind = 'quote' and not l.held
    order by l.created_at desc, l.id limit 100
  ), offers as materialized (
    select q.*,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_now ->> 'rule', v_now, q.created_at) m order by m.rank) as before,
      array(select m.artist_id from private.matched_artists(q.id, q.first, v_new ->> 'rule', v_new, q.created_at) m order by m.rank) as after
    from asked q
  ), changed as (select f.* from offers f where not (f.before <@ f.after and f.after <@ f.before))
  select jsonb_build_object(
    'requests', (select count(*) from offers), 'changed', (select count(*) from changed),
    'before', private.spread(array(select x.id from offers f cross join lateral unnest(f.before) x (id))),
    'after', private.spread(array(select x.id from offers f cross join lateral unnest(f.after) x (id))),
    'changes', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'city', c.city, 'style', c.style_preference,
        'created_at', c.created_at, 'before', private.artist_names(c.before), 'after', private.artist_names(c.after))
      order by c.created_at desc, c.id) from changed c), '[]'))
  into v_answer;
  return v_answer;
end
$function$;

CREATE OR REPLACE FUNCTION private.profile_form()
 RETURNS SETOF private.profile_rules
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 16
 SET search_path TO ''
AS $function$
  select * from private.profile_rules
$function$;

CREATE OR REPLACE FUNCTION private.proposal_line(p_proposal public.proposals)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return to_jsonb(p_proposal) - 'lead_id';
end
$function$;

CREATE OR REPLACE FUNCTION private.prove_request(p_lead uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.request_senders s set proven_at = private.clock(), proven_by = 'link'
    where s.lead_id = p_lead and s.proven_by is distinct from 'link'
$function$;

CREATE OR REPLACE FUNCTION private.quota_of(p_bucket text, p_name text, p_owner uuid, p_bytes bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_there bigint := coalesce((
    select private.weight(o.metadata) from storage.objects o where o.bucket_id = p_bucket and o.name = p_name), 0);
  v_own bigint;
begin
  if (select u.bytes from private.storage_use u) - v_there + p_bytes > private.megabytes('upload_total_mb') then
    return 'total';
  end if;
  if p_owner is null then return null; end if;
  select coalesce(sum(private.weight(o.metadata)), 0) into v_own from storage.objects o
    where o.owner = p_owner and (o.bucket_id, o.name) <> (p_bucket, p_name);
  return case when v_own + p_bytes > private.megabytes('upload_person_mb') then 'person' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.rate_limit(p_kind text, p_subject text, p_limit bigint, p_window interval)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bucket text := p_kind || ':' || encode(sha256(convert_to(private.setting('pepper') || p_subject, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(p_window, now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / extract(epoch from p_window);
  v_now int;
  v_before int;
begin
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, 1)
    on conflict (bucket, window_start) do update set n = c.n + 1
    returning n into v_now;
  select c.n into v_before from private.rate_counters c where c.bucket = v_bucket and c.window_start = v_start - p_window;
  if v_now + coalesce(v_before, 0) * v_rest > p_limit then
    perform private.fail('rate_limited', null,
      jsonb_build_object('Retry-After', greatest(1, ceil(extract(epoch from p_window) * v_rest))::int::text));
  end if;
  if random() < 0.01 then delete from private.rate_counters c where c.window_start < now() - interval '1 day'; end if;
  return v_now + coalesce(v_before, 0) * v_rest;
end
$function$;

CREATE OR REPLACE FUNCTION private.read_conversation(p_lead uuid, p_artist uuid, p_before bigint, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_page constant int := 50;
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_messages jsonb;
  v_first bigint;
begin
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist and r.side = v_side) then
    return jsonb_build_object('side', v_side, 'reported', true, 'open', false, 'messages', '[]'::jsonb, 'events', '[]'::jsonb, 'earlier', false);
  end if;
  select jsonb_agg(private.message_line(m, v_side) order by m.position), min(m.position) into v_messages, v_first
    from (
      select n.* from public.lead_messages n
      where n.lead_id = p_lead and n.artist_id = p_artist and (p_before is null or n.position < p_before)
      order by n.position desc limit c_page) m;
  return (
    select jsonb_build_object('side', v_side, 'reported', false, 'state', a.state,
      'open', l.withdrawn_at is null
        and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id)
        and exists (select from private.assignment_moves w where w.event = 'write' and w.actor = v_side and w.state = a.state),
      'seen_at', a.seen_at, 'client_read', a.client_read, 'artist_read', a.artist_read,
      'messages', coalesce(v_messages, '[]'),
      'earlier', exists (select from public.lead_messages m
        where m.lead_id = p_lead and m.artist_id = p_artist and m.position < v_first),
      'events', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'actor', e.actor, 'event', e.event, 'state', e.state,
          'reason', e.reason, 'created_at', e.created_at) order by e.id)
        from public.assignment_events e where e.lead_id = p_lead and e.artist_id = p_artist), '[]'))
    from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead and a.artist_id = p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_answers(p_hours smallint)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 'usually answers within ' || case
    when p_hours = 1 then 'an hour' when p_hours < 24 then p_hours || ' hours'
    when p_hours < 48 then 'a day' else p_hours / 24 || ' days' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_place(p_city text, p_miles double precision, p_wanted text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case
    when lower(private.clean(p_city)) = p_wanted then 'works in ' || p_city
    when round(p_miles) < 1 then 'less than a mile away'
    when round(p_miles) = 1 then '1 mile away'
    else to_char(round(p_miles), 'FM999,999') || ' miles away' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_style(p_styles text[], p_wanted text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select 'paints ' || string_agg(x.style, ' and ' order by x.at)
    from (
      select case when lower(s.style) = any ('{abstract,graffiti,realistic,nature,lettering}') then lower(s.style) else s.style end as style, s.at
      from unnest(p_styles) with ordinality s (style, at)
      where private.style_words(array[s.style]) && p_wanted and lower(s.style) <> 'other'
      order by s.at limit 2) x);
end
$function$;

CREATE OR REPLACE FUNCTION private.recount_artists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artists uuid[];
begin
  -- Rows of other transactions are never seen: they are gone before those end.
  with noted as (delete from private.fact_recounts returning artist_id)
  select array_agg(distinct n.artist_id) into v_artists from noted n;
  perform private.count_facts(v_artists);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refresh_match_profiles(p_artists uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.match_profiles p where p.artist_id = any (p_artists)
    and not exists (select from public.artists a where a.id = p.artist_id and a.public_visible and not a.unclaimed);
  insert into private.match_profiles as p (artist_id, city, city_slug, style_bits, surfaces, minimum_price, travel_miles, paused_until,
      answers, acceptance, standing, requests)
    select a.id, lower(private.clean(a.city)), a.city_slug, private.style_bits(a.styles),
      case when cardinality(a.surfaces) > 0 then private.form_words(a.surfaces, '{brick,stucco,concrete,drywall,metal}') end,
      a.minimum_price, a.travel_miles, a.paused_until,
      private.answer_score(a.answer_hours, a.replied_count, a.asked_count), private.acceptance_score(a.id),
      private.standing_score(a.featured, a.average_rating, a.review_count),
      (select count(*)::int from public.lead_assignments s where s.artist_id = a.id)
    from public.artists a where a.id = any (p_artists) and a.public_visible and not a.unclaimed
    on conflict (artist_id) do update set city = excluded.city, city_slug = excluded.city_slug, style_bits = excluded.style_bits, surfaces = excluded.surfaces,
      minimum_price = excluded.minimum_price, travel_miles = excluded.travel_miles, paused_until = excluded.paused_until,
      answers = excluded.answers, acceptance = excluded.acceptance, standing = excluded.standing, requests = excluded.requests
    where p is distinct from excluded;
  delete from private.match_words w using public.artists a
    where w.artist_id = any (p_artists) and a.id = w.artist_id and w.word <> all (private.style_words(a.styles));
  insert into private.match_words (artist_id, word)
    select a.id, w.word from public.artists a join private.match_profiles p on p.artist_id = a.id
      cross join lateral unnest(private.style_words(a.styles)) w (word)
    where a.id = any (p_artists) and w.word <> all (private.form_styles())
    on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.remind_artists(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_leads uuid[] := private.chosen_requests(p_leads);
  v_lead uuid;
  v_artists uuid[];
  v_reminded int := 0;
begin
  foreach v_lead in array v_leads loop
    -- One after the other: of two at once, the second finds the artists reminded.
    perform from public.lead_records l where l.id = v_lead for no key update;
    select array_agg(a.id order by a.id) into v_artists
      from private.artists_without_answer(v_lead) silent (id) join public.artists a on a.id = silent.id and a.user_id is not null
      where not exists (select from public.notices n
        where n.user_id = a.user_id and n.kind = 'lead_waiting' and n.lead_id = v_lead and n.artist_id = a.id
          -- The reminder that goes out by itself after a day counts as well.
          and (n.event = 'lead_waiting:' || v_lead || ':' || a.id || ':' || private.today()
            or n.created_at >= date_trunc('day', now()) and n.event = 'lead_waiting:' || v_lead || ':' || a.id));
    continue when v_artists is null;
    perform private.write_mail('lead_waiting', v_lead || ':' || a.id || ':' || private.today(), a.user_id, null, v_lead, a.id,
        jsonb_build_object('artist_ids', array[a.id], 'by_admin', true))
      from public.artists a where a.id = any (v_artists);
    perform private.audit('lead.reminded', v_lead, jsonb_build_object('artists', v_artists));
    v_reminded := v_reminded + cardinality(v_artists);
  end loop;
  return jsonb_build_object('reminded', v_reminded);
end
$function$;

CREATE OR REPLACE FUNCTION private.renew_request_link(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := lower(private.clean(p_email));
  v_lead uuid;
begin
  perform private.check_person('-', v_email, null);
  perform private.rate_limit('link_ip', private.client_ip(), private.setting_int('link_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is known. Whoever is beyond has the emails of this hour.
  if private.rate_limit('link_email', v_email, 1000000000, interval '1 hour') <= private.setting_int('link_email_limit') then
    begin
      for v_lead in
        select l.id from public.lead_contacts c join public.lead_records l on l.id = c.lead_id
        where lower(c.email) = v_email and l.withdrawn_at is null
        order by l.created_at desc, l.id limit 3
      loop
        perform private.mail_link(v_lead, v_email);
      end loop;
      if not found then
        -- The same work, undone: how long an answer takes tells nothing.
        perform private.mail_link(null, v_email);
        raise sqlstate 'ZZ001';
      end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.reply_to_review(p_review uuid, p_body text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_review public.reviews := private.my_review(p_review, 'artist', null);
  v_body text := private.clean(p_body);
begin
  if coalesce(v_body, '') = '' then perform private.fail('reply_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('reply_too_long'); end if;
  if v_review.reply = v_body then return private.review_line(v_review, 'artist'); end if;
  if not private.may_change(coalesce(v_review.replied_at, private.clock())) then perform private.fail('review_final'); end if;
  update public.reviews r set reply = v_body, replied_at = coalesce(r.replied_at, private.clock())
    where r.id = p_review returning * into v_review;
  perform private.mail_client('request_replied', p_review::text, c.lead_id, c.artist_id)
    from private.review_checks c where c.review_id = p_review;
  return private.review_line(v_review, 'artist');
end
$function$;

CREATE OR REPLACE FUNCTION private.report_message(p_message uuid, p_reason text, p_token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_reason text := private.clean_or_null(p_reason);
  v_message public.lead_messages;
  v_side text;
begin
  if char_length(v_reason) > 500 then perform private.fail('reason_too_long'); end if;
  select * into v_message from public.lead_messages m where m.id = p_message;
  if not found then perform private.fail(case when p_token is null then 'not_allowed' else 'link_refused' end); end if;
  v_side := private.conversation_side(v_message.lead_id, v_message.artist_id, p_token);
  if v_message.sender = v_side then perform private.fail('not_allowed'); end if;
  insert into private.conversation_reports (lead_id, artist_id, side, message_id, reason)
    values (v_message.lead_id, v_message.artist_id, v_side, v_message.id, v_reason)
    on conflict do nothing;
  if found then
    perform private.audit('thread.reported', v_message.lead_id, jsonb_build_object('artist', v_message.artist_id, 'by', v_side));
    perform private.mail_admins('thread_reported', concat_ws(':', v_message.lead_id, v_message.artist_id, v_side), v_message.lead_id);
    update public.notices n set read_at = now()
      where n.user_id = auth.uid() and n.lead_id = v_message.lead_id and n.artist_id = v_message.artist_id and n.read_at is null;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.report_picture(p_key uuid, p_page text, p_picture text, p_reason text, p_words text, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_words text := private.clean_or_null(p_words);
  v_email text := private.clean_or_null(p_email);
  v_known private.picture_reports;
  v_shown record;
begin
  if p_key is null then perform private.fail('invalid_input'); end if;
  if coalesce(p_reason, '') not in ('not_theirs', 'no_consent', 'offensive', 'other') then perform private.fail('report_reason_required'); end if;
  if p_reason = 'other' and v_words is null then perform private.fail('report_words_required'); end if;
  if char_length(v_words) > 1000 then perform private.fail('report_words_too_long'); end if;
  if not private.valid_email(v_email) then perform private.fail('email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  -- A repetition is free, also once the picture is gone.
  select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  if not found then
    select * into v_shown from private.pictures_of_page(p_page) p where p.url = p_picture limit 1;
    if not found then perform private.fail('picture_gone'); end if;
    perform private.rate_limit('report_ip', private.client_ip(), private.setting_int('report_ip_limit'), interval '10 minutes');
    if not private.try_rate_limit('report_total', private.setting_int('report_total_limit'), interval '10 minutes') then
      perform private.fail('rate_limited');
    end if;
    insert into private.picture_reports (picture, page, artist_id, mural_id, review_id, reason, words, email, idempotency_key)
      values (p_picture, p_page, v_shown.artist_id, v_shown.mural_id, v_shown.review_id, p_reason, v_words, v_email, p_key)
      on conflict (idempotency_key) do nothing;
    if found then
      -- Once a day for each picture, however many say so.
      perform private.write_mail('picture_reported', md5(p_picture) || ':' || private.today(), r.user_id, null, null, v_shown.artist_id,
          jsonb_build_object('picture', p_picture))
        from public.user_roles r where r.role = 'admin';
      return jsonb_build_object('replayed', false);
    end if;
    select * into v_known from private.picture_reports r where r.idempotency_key = p_key;
  end if;
  if (v_known.picture, v_known.reason, v_known.words) is distinct from (p_picture, p_reason, v_words) then
    perform private.fail('idempotency_conflict');
  end if;
  return jsonb_build_object('replayed', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_consultation(p_key uuid, p_artist uuid, p_name text, p_email text, p_phone text, p_preferred_time text, p_message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_artist public.artists;
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid());
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_time text := private.clean_or_null(p_preferred_time);
  v_message text := private.clean(p_message);
begin
  if v_user is null then perform private.fail('not_allowed'); end if;
  perform private.check_person(v_name, v_email, v_phone);
  if char_length(v_time) > 100 then perform private.fail('invalid_input', 'preferred_time'); end if;
  if char_length(coalesce(v_message, '')) < 10 then perform private.fail('project_too_short', 'message'); end if;
  if char_length(v_message) > 2000 then perform private.fail('project_too_long', 'message'); end if;
  if p_key is null then perform private.fail('invalid_input'); end if;

  v_intake := private.claim_key(p_key, v_lead,
    jsonb_build_array('consultation', v_user, p_artist, v_name, v_email, v_phone, v_time, v_message), null);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true));
  end if;

  select * into v_artist from public.artists a where a.id = p_artist and a.public_visible;
  if v_artist.id is null then perform private.fail('artist_unknown'); end if;
  -- Not asked of a repeated form: a call from before the pause is answered again.
  if not private.takes_requests(v_artist.paused_until) then perform private.fail('artist_paused'); end if;
  v_held := private.request_hold();
  insert into public.lead_records (id, kind, city, project_description, preferred_time, created_by_user, held)
    values (v_lead, 'consultation', v_artist.city, v_message, v_time, v_user, v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  if v_held is null then
    insert into public.lead_assignments (lead_id, artist_id) values (v_lead, p_artist);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
  end if;
  update private.request_intake i set selected_at = now(), asked_artist = p_artist where i.lead_id = v_lead;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false));
end
$function$;

CREATE OR REPLACE FUNCTION private.request_data(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Whoever did not say that a wall is painted is taken to agree after two weeks.
  v_agreed timestamptz := private.clock() - interval '14 days';
begin
  -- Whether it is held is not among it: what looks like a robot is not told so.
  return (select jsonb_build_object('id', l.id, 'reference', l.reference,
    'state', case when l.withdrawn_at is null then 'open' else 'withdrawn' end,
    'kind', l.kind, 'name', c.name, 'email', c.email, 'phone', c.phone, 'city', l.city,
    'project_description', l.project_description, 'mural_size', l.mural_size, 'surface_type', l.surface_type,
    'style_preference', l.style_preference, 'budget_range', l.budget_range, 'preferred_time', l.preferred_time,
    'created_at', l.created_at, 'details', private.details_line(l.id),
    'merged_into', (
      select k.reference from private.request_reasons r join public.lead_records k on k.id = r.merged_into where r.lead_id = l.id),
    'artists', case when l.held then '[]' else coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'slug', case when a.public_visible then a.slug end,
        'state', s.state, 'updated_at', greatest(s.updated_at, s.seen_at, t.last_at), 'unread', coalesce(t.unread, 0),
        'reported', r.lead_id is not null, 'completed_by', s.completed_by,
        'confirmed', s.state = 'completed' and (s.confirmed_at is not null or s.completed_at < v_agreed),
        'contact', case when s.accepted_at is not null and s.state in ('accepted', 'completed') then (
          select jsonb_build_object('email', e.email, 'phone', e.phone) from public.artist_contacts e where e.artist_id = a.id) end)
        order by s.created_at, a.name)
      from public.lead_assignments s join public.artists a on a.id = s.artist_id
      left join private.conversation_reports r on r.lead_id = s.lead_id and r.artist_id = s.artist_id and r.side = 'client'
      left join lateral (
        select max(m.created_at) as last_at, count(*) filter (where m.sender = 'artist' and m.position > s.client_read) as unread
        from public.lead_messages m where m.lead_id = s.lead_id and m.artist_id = s.artist_id and r.lead_id is null) t on true
      where s.lead_id = l.id), '[]') end,
    'messages', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.message_line(m, 'client') order by m.position)
      from (
        select n.* from public.lead_messages n
        where n.lead_id = l.id and not exists (select from private.conversation_reports r
          where r.lead_id = n.lead_id and r.artist_id = n.artist_id and r.side = 'client')
        order by n.position desc limit 50) m), '[]') end,
    'proposals', case when l.held then '[]' else coalesce((
      select jsonb_agg(private.proposal_line(p) order by p.low, p.created_at)
      from public.proposals p
      where p.lead_id = l.id and p.state in ('open', 'accepted', 'passed')
        and not exists (select from private.conversation_reports r
          where r.lead_id = p.lead_id and r.artist_id = p.artist_id and r.side = 'client')), '[]') end,
    -- Nobody else is looked for once somebody is chosen.
    'matches', case when l.withdrawn_at is not null
        or exists (select from public.lead_assignments s where s.lead_id = l.id and s.accepted_at is not null) then '[]'
      else coalesce((
        select jsonb_agg(m.card order by m.at) from jsonb_array_elements(private.request_matches(l.id)) with ordinality m (card, at)
        where not exists (
          select from public.lead_assignments s where s.lead_id = l.id and s.artist_id = (m.card ->> 'id')::uuid)), '[]') end)
  from public.lead_records l join public.lead_contacts c on c.lead_id = l.id
  where l.id = p_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_duplicates(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg((select v.lead from private.admin_requests v where v.id = o.id) || jsonb_build_object(
      'mergeable', private.is_proven_pair(p_lead, o.id)) order by o.created_at desc, o.id), '[]')
  from (
    select l.id, l.created_at
    from public.lead_records l
    where l.id <> p_lead and l.id in (
        select c.lead_id from public.lead_contacts c
        where lower(c.email) = (select lower(m.email) from public.lead_contacts m where m.lead_id = p_lead)
        union
        select s.id from public.lead_records s
        where s.created_by_user = (select m.created_by_user from public.lead_records m where m.id = p_lead))
      and (l.withdrawn_at is null or l.id in (select r.lead_id from private.request_reasons r where r.merged_into = p_lead))
    order by l.created_at desc, l.id limit 5
  ) o
$function$;

CREATE OR REPLACE FUNCTION private.request_hold()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := (select u.id from auth.users u where u.id = auth.uid() and u.email_confirmed_at is not null);
  v_client_limit bigint := private.setting_int('lead_ip_limit');
  v_user_limit bigint := private.setting_int('lead_user_limit');
  v_total_limit bigint := private.setting_int('lead_total_limit');
  v_client double precision;
  v_own double precision;
begin
  -- Always in this order, so that two requests cannot wait for each other.
  v_client := private.rate_limit('lead_ip', private.client_ip(), 4 * v_client_limit, interval '10 minutes');
  if v_user is not null then v_own := private.rate_limit('lead_user', v_user::text, 4 * v_user_limit, interval '1 hour'); end if;
  return case
    -- A confirmed account is held for what it sends itself, never for its neighbours behind one address.
    when v_own is not null then case when v_own > v_user_limit then 'account_limit' end
    when v_client > v_client_limit then 'client_limit'
    when not private.try_rate_limit('lead_total', v_total_limit, interval '10 minutes') then 'total_limit' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_matches(p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'name', a.name, 'slug', a.slug, 'city', a.city, 'state', a.state, 'featured', a.featured,
      'average_rating', a.average_rating, 'review_count', a.review_count, 'profile_photo', a.profile_photo,
      'styles', to_jsonb(a.styles[1:4]), 'portfolio_images', to_jsonb(a.portfolio_images[1:2]), 'reason', r.reason) order by o.rank), '[]')
    from private.open_offers(p_lead) o join public.artists a on a.id = o.artist_id
    join private.match_reasons(p_lead, array(select x.artist_id from private.open_offers(p_lead) x),
      (select x.artist_id from private.open_offers(p_lead) x where x.asked limit 1)) r on r.artist_id = a.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_of_link(p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_by_token(p_token);
begin
  -- One answer for a wrong token, an old one, none, and one of a request that was erased.
  if v_lead is null then perform private.fail('link_refused'); end if;
  return v_lead;
end
$function$;

CREATE OR REPLACE FUNCTION private.request_of_photo(p_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_name is null or p_name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{64}/([0-5]|preview)\.webp$' then return null; end if;
  return (
    select l.id from public.lead_records l
    join private.request_intake i on i.lead_id = l.id and encode(i.claim_hash, 'hex') = split_part(p_name, '/', 2)
    join public.lead_contacts c on c.lead_id = l.id
    where l.id = split_part(p_name, '/', 1)::uuid and l.withdrawn_at is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_of_photos(p_lead uuid, p_token text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_token is not null then return private.request_of_link(p_token); end if;
  if private.is_admin() and exists (select from public.lead_records l where l.id = p_lead) then return p_lead; end if;
  if p_lead in (select s.id from private.requests_whose_photos_i_see() s (id)) then return p_lead; end if;
  perform private.fail('link_refused');
end
$function$;

CREATE OR REPLACE FUNCTION private.request_photos(p_lead uuid, p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := private.request_of_photos(p_lead, p_token);
  v_own boolean := p_token is not null or v_lead in (select m.id from private.requests_whose_photos_are_mine() m (id));
begin
  return (
    select jsonb_build_object('lead', l.id,
      -- Where the next ones go, for whoever may add some.
      'folder', case when v_own and l.withdrawn_at is null and c.lead_id is not null then l.id || '/' || encode(i.claim_hash, 'hex') end,
      'own', v_own,
      'photos', coalesce((
        select jsonb_agg(jsonb_build_object('path', o.name, 'name', split_part(split_part(o.name, '/', 3), '.', 1),
          'size', (o.metadata ->> 'size')::bigint, 'created_at', o.created_at) order by o.name)
        from storage.objects o
        where o.bucket_id = 'lead-photos' and o.name ~>=~ (l.id || '/') and o.name ~<~ (l.id || '0')), '[]'))
    from public.lead_records l
    left join public.lead_contacts c on c.lead_id = l.id
    left join private.request_intake i on i.lead_id = l.id
    where l.id = v_lead);
end
$function$;

CREATE OR REPLACE FUNCTION private.request_suggestions(p_lead uuid, p_limit integer DEFAULT 3)
 RETURNS TABLE(artist_id uuid, rank integer, reason text, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
declare
  v_asked uuid := (select i.asked_artist from private.request_intake i where i.lead_id = p_lead);
  v_have uuid[] := array(select a.artist_id from public.lead_assignments a where a.lead_id = p_lead);
begin
  if v_asked = any (v_have) then v_asked := null; end if;
  return query
    with s as materialized (select * from private.fitting_artists(p_lead, v_asked, v_have, p_limit))
    select s.artist_id, s.rank, r.reason, n.week, n.requests
    from s join private.match_reasons(p_lead, array(select x.artist_id from s x), v_asked) r on r.artist_id = s.artist_id
    cross join lateral (
      select count(*) filter (where a.created_at >= private.clock() - interval '7 days')::int as week, count(*)::int as requests
      from public.lead_assignments a where a.artist_id = s.artist_id) n
    order by s.rank;
end
$function$;

CREATE OR REPLACE FUNCTION private.requests_assigned_to_me()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a
    where a.artist_id = v_artist
      and not exists (select from public.lead_records l where l.id = a.lead_id and l.held);
end
$function$;

CREATE OR REPLACE FUNCTION private.requests_i_work_on()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query
    select a.lead_id from public.lead_assignments a join public.lead_records l on l.id = a.lead_id
    where a.artist_id = v_artist and not l.held and l.withdrawn_at is null
      and a.state in ('sent', 'seen', 'talking', 'proposed', 'accepted', 'completed')
      and not exists (select from private.conversation_reports r where r.lead_id = a.lead_id and r.artist_id = a.artist_id and r.side = 'client');
end
$function$;

CREATE OR REPLACE FUNCTION private.requests_whose_contact_i_see()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query
    select a.lead_id from private.requests_i_work_on() mine (id)
    join public.lead_assignments a on a.lead_id = mine.id and a.artist_id = v_artist and a.status <> 'new';
end
$function$;

CREATE OR REPLACE FUNCTION private.requests_whose_photos_are_mine()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
begin
  return query select l.id from public.lead_records l where l.created_by_user = auth.uid();
  return query select t.id from private.request_by_token(private.request_header('x-request-token')) t (id) where t.id is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.requests_whose_photos_i_see()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
begin
  return query select m.id from private.requests_whose_photos_are_mine() m (id);
  -- A photo of a wall tells where it is: it goes with the contact.
  return query select mine.id from private.requests_i_work_on() mine (id);
end
$function$;

CREATE OR REPLACE FUNCTION private.restore_mural(p_mural uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_removed private.deleted_murals;
  v_mural public.murals;
  v_wall private.finished_walls;
  v_shown text[];
  v_columns text;
begin
  delete from private.deleted_murals r where r.mural_id = p_mural and r.artist_id = private.my_artist_id() returning * into v_removed;
  if v_removed.mural_id is null then
    select * into v_mural from public.murals m where m.id = p_mural and m.artist_id = private.my_artist_id();
    if v_mural.id is null then perform private.fail('mural_refused'); end if;
    return to_jsonb(v_mural);
  end if;
  v_mural := jsonb_populate_record(null::public.murals, v_removed.content);
  -- Its wall, unless that has another page by now; without it nobody agrees to anything.
  select * into v_wall from private.finished_walls w
    where w.lead_id = v_removed.lead_id and w.artist_id = v_removed.artist_id and w.mural_id is null for update;
  if v_removed.lead_id is not null and v_wall.consent is not true then
    v_mural.location_details := null;
    v_mural.latitude := null;
    v_mural.longitude := null;
    if v_mural.before_url = any (v_removed.client_pictures) then v_mural.before_url := null; end if;
    select coalesce(array_agg(u.url order by u.at), '{}') into v_shown
      from unnest(v_mural.image_url || v_mural.gallery_images) with ordinality u (url, at)
      where u.url is not null and u.url <> all (v_removed.client_pictures);
    v_mural.image_url := v_shown[1];
    v_mural.gallery_images := v_shown[2:];
    v_mural.public_visible := v_mural.public_visible and cardinality(v_shown) > 0;
  end if;
  if exists (select from public.murals m where m.slug = v_mural.slug)
     or exists (select from public.mural_redirects r where r.slug = v_mural.slug) then
    v_mural.slug := private.free_mural_slug(v_mural.title, v_mural.id);
  end if;
  select string_agg(format('%I', a.attname), ', ') into v_columns from pg_catalog.pg_attribute a
    where a.attrelid = 'public.murals'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
  execute format('insert into public.murals (%1$s) select %1$s from (select ($1).*) m returning *', v_columns) using v_mural into v_mural;
  update private.finished_walls w set mural_id = v_mural.id where w.lead_id = v_wall.lead_id and w.artist_id = v_wall.artist_id;
  insert into public.mural_redirects (slug, mural_id)
    select s, v_mural.id from unnest(v_removed.redirects) s where not exists (select from public.murals m where m.slug = s)
    on conflict (slug) do nothing;
  return to_jsonb(v_mural);
end
$function$;

CREATE OR REPLACE FUNCTION private.review_case(p_review public.reviews)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('lead_id', c.lead_id, 'waits_for', private.review_waits_for(p_review),
    'disputed_at', c.disputed_at, 'dispute_reason', c.dispute_reason, 'looked_at', c.looked_at,
    'proven', coalesce(s.proven_at is not null, false),
    'same_sender', (select count(*) from private.review_checks o where o.address_hash = c.address_hash and o.review_id <> c.review_id),
    'same_network', (select count(*) from private.review_checks o
      where o.artist_id = p_review.artist_id and o.network_hash = c.network_hash and o.review_id <> c.review_id))
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join private.request_senders s on s.lead_id = c.lead_id
$function$;

CREATE OR REPLACE FUNCTION private.review_waits_for(p_review public.reviews)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when p_review.counted_at is not null then null
    when c.disputed_at is not null and c.looked_at is null then 'dispute'
    when a.lead_id is null or a.accepted_at is null then 'admin'
    when s.proven_at is null then 'proof'
    when not private.has_artist_agreed(a) then 'artist'
    else 'admin' end
  from (select 1) one
  left join private.review_checks c on c.review_id = p_review.id
  left join public.lead_assignments a on a.lead_id = c.lead_id and a.artist_id = c.artist_id
  left join private.request_senders s on s.lead_id = c.lead_id
$function$;

CREATE OR REPLACE FUNCTION private.room_for_account_mail(p_email text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := (select u.id from auth.users u where lower(u.email) = lower(p_email));
begin
  if private.is_known_recipient(v_user, p_email) then return true; end if;
  insert into private.unproven_mailboxes as m (mailbox_hash) values (private.address_hash(private.mailbox(p_email)))
    on conflict (mailbox_hash) do update set emails = m.emails + 1
      where m.emails <= private.setting_int('mail_unproven_limit');
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_known(p_mailbox bytea, p_kind private.mail_kinds)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_key text := encode(p_mailbox, 'hex');
begin
  if p_kind.by_anybody and not private.try_rate_limit('mail_by_anybody:' || v_key, private.setting_int('mail_address_limit'), interval '1 day')
     or p_kind.topic = 'admin' and not private.try_rate_limit('mail_admin:' || v_key, private.setting_int('mail_admin_limit'), interval '1 day')
     or not private.try_rate_limit('mail:' || v_key, private.setting_int('mail_recipient_limit'), interval '1 day') then
    return 'Not sent: this address had its share of such emails for a day.';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.room_for_unproven(p_mailbox bytea, OUT refusal text, OUT due_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row private.unproven_mailboxes;
  v_now timestamptz := private.clock();
begin
  if random() < 0.01 then delete from private.unproven_mailboxes u where u.created_at < now() - interval '1 year'; end if;
  insert into private.unproven_mailboxes (mailbox_hash) values (p_mailbox) on conflict do nothing;
  if found then return; end if;
  select * into v_row from private.unproven_mailboxes u where u.mailbox_hash = p_mailbox for update;
  if v_row.next_at - interval '1 day' > v_now then
    refusal := 'Not sent: an email with the link already waits for this address.';
  elsif v_row.emails > private.setting_int('mail_unproven_limit') then
    refusal := 'Not sent: nobody has opened the link that this address got. The news is on the page of the request.';
  else
    due_at := greatest(v_row.next_at, v_now);
    update private.unproven_mailboxes u set emails = u.emails + 1, next_at = v_due.at + interval '1 day'
      from (select due_at as at) v_due where u.mailbox_hash = p_mailbox;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.rotate_request_link(p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_by_admin boolean := p_token is null and private.is_admin();
  v_lead uuid := case when v_by_admin
    then (select c.lead_id from public.lead_contacts c where c.lead_id = p_lead) else private.own_request(p_token, p_lead) end;
  v_token text;
begin
  if v_lead is null then perform private.fail('link_refused'); end if;
  perform private.rate_limit('link_rotated', v_lead::text, private.setting_int('link_email_limit'), interval '1 hour');
  v_token := private.renew_link(v_lead);
  perform private.audit('request.link_rotated', v_lead);
  if not (select l.held from public.lead_records l where l.id = v_lead) then
    perform private.mail_link(v_lead, (select c.email from public.lead_contacts c where c.lead_id = v_lead));
  end if;
  -- An admin never acts as the client.
  return case when v_by_admin then '{}'::jsonb else jsonb_build_object('token', v_token) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.run_chores()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_chore private.chores;
  v_now timestamptz := private.clock();
begin
  for v_chore in
    select * from private.chores c
    -- Also where the clock was set back meanwhile.
    where c.last_at is null or c.last_at > v_now or c.last_at <= v_now - c.every
    order by c.position for update skip locked
  loop
    -- One that fails holds up no other, and is tried again.
    begin
      execute format('select private.%I()', v_chore.function);
      update private.chores c set last_at = v_now where c.name = v_chore.name;
    exception when others then
      raise warning 'The chore "%" failed: %', v_chore.name, sqlerrm;
    end;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.scored_artists(p_lead uuid, p_first uuid, p_without uuid[], p_at timestamp with time zone, p_values jsonb, p_limit integer)
 RETURNS TABLE(artist_id uuid, rank integer, score integer, week integer, requests integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  v_lead public.lead_records;
  v_values jsonb := coalesce(p_values, private.match_values());
  v_style int := v_values -> 'style';
  v_place int := v_values -> 'place';
  v_surface int := v_values -> 'surface';
  v_budget int := v_values -> 'budget';
  v_answers int := v_values -> 'answers';
  v_acceptance int := v_values -> 'acceptance';
  v_standing int := v_values -> 'standing';
  v_reach int := v_values -> 'reach_miles';
  v_city text;
  v_wall text;
  v_most int;
  v_murals uuid[];
  v_chosen int;
  v_named uuid[];
  v_named_bits int[];
  v_today date := private.today();
  v_since timestamptz := p_at - interval '7 days';
  v_share int;
  v_sated uuid[];
  v_seed bigint := hashtextextended(p_lead::text, 0);
begin
  select * into v_lead from public.lead_records l where l.id = p_lead;
  select coalesce(array_agg(m.id), '{}'), count(*) into v_murals, v_chosen
    from public.request_details d join public.murals m on m.id = any (d.mural_ids[1:6]) and m.public_visible where d.lead_id = p_lead;
  v_city := private.city_words(v_lead.city);
  v_wall := nullif(v_lead.surface_type, 'other');
  v_most := case v_lead.budget_range when 'under-1k' then 1000 when '1k-5k' then 5000 when '5k-10k' then 10000 end;
  select greatest((v_values -> 'week_share')::int, ceil(2.0 * n.given / greatest(n.artists, 1))) into v_share
    from (select (select count(*) from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at) as given,
      (select count(*) from private.match_profiles) as artists) n;
  v_sated := array(select a.artist_id from public.lead_assignments a where a.created_at >= v_since and a.created_at < p_at
    group by a.artist_id having count(*) >= v_share);
  -- As arrays, and not in the statement below: it joins them to all artists as the few that they mostly are.
  select array_agg(y.artist_id), array_agg(y.bits) into v_named, v_named_bits
    from (
      select x.artist_id, bit_or(x.bits) as bits
      from (
        select w.artist_id, n.murals as bits from private.wanted_words(p_lead) n join private.match_words w on w.word = n.word
        union all
        -- Bit 7: painted one of the murals that were chosen.
        select m.artist_id, 128 from public.murals m where m.id = any (v_murals)) x
      group by x.artist_id) y;
  return query
  with looked as materialized (
    select m.style_bits, bit_or(w.murals) as bits
    from generate_series(0, 63) m (style_bits)
    join private.wanted_words(p_lead) w on m.style_bits & (1 << (array_position(private.form_styles(), w.word) - 1)) > 0
    group by m.style_bits
  ), placed as (
    select p.*, coalesce(l.bits, 0) | coalesce(x.bits, 0) as bits,
      case when p.city = v_city then 0 when n.miles <= coalesce(p.travel_miles, v_reach) then n.miles end as miles
    from private.match_profiles p
    left join looked l on l.style_bits = p.style_bits
    left join unnest(v_named, v_named_bits) x (artist_id, bits) on x.artist_id = p.artist_id
    left join private.miles_from(v_city) n on n.city_slug = p.city_slug
    where (p.paused_until is null or p.paused_until <= v_today) and (p_without is null or p.artist_id <> all (p_without))
  ), parts as (
    select p.artist_id, p.requests, p.artist_id is not distinct from p_first as first,
      case when p.bits & 128 > 0 then 1000 when v_chosen = 0 then case when p.bits > 0 then 1000 else 0 end
        else greatest(case when p.bits & 64 > 0 then 500 else 0 end, 1000 * bit_count((p.bits & 63)::bit(6))::int / v_chosen) end as style,
      case when p.miles is null then 0 else (50000 / (50 + p.miles))::int end as place,
      case when v_wall is null or p.surfaces is null then 500 when v_wall = any (p.surfaces) then 1000 else 0 end as surface,
      case when v_most is null then 1000 when p.minimum_price is null then 500 when p.minimum_price <= v_most then 1000 else 0 end as budget,
      p.answers, p.acceptance, p.standing
    from placed p
    where p.bits > 0 or p.miles is not null or p.artist_id = p_first
  ), fits as materialized (
    select t.artist_id, t.first, t.requests, not t.first and t.artist_id = any (v_sated) as over, t.requests < 3 as newcomer,
      v_style * t.style + v_place * t.place + v_surface * t.surface + v_budget * t.budget
        + v_answers * t.answers + v_acceptance * t.acceptance + v_standing * t.standing as points,
      uuid_hash_extended(t.artist_id, v_seed) as turn
    from parts t
  ), best as materialized (
    select f.*, row_number() over (order by f.first desc, f.over, f.points desc, f.turn, f.artist_id) as place
    from (select * from fits f order by f.first desc, f.over, f.points desc, f.turn, f.artist_id limit p_limit) f
  ), newcomers as materialized (
    select f.*, 1000 as place from fits f
    where f.newcomer and not f.over and not exists (select from best b where b.newcomer)
    order by f.points desc, f.turn, f.artist_id limit p_limit / 5
  )
  select c.artist_id, (row_number() over (order by c.place))::int, c.points,
    (select count(*)::int from public.lead_assignments a
      where a.artist_id = c.artist_id and a.created_at >= v_since and a.created_at < p_at), c.requests
  from (
    select * from best b where b.place <= p_limit - (select count(*) from newcomers)
    union all select * from newcomers) c
  order by 2;
end
$function$;

CREATE OR REPLACE FUNCTION private.select_lead_artists(p_lead uuid, p_claim text, p_artists uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_intake private.request_intake;
  v_ids uuid[];
  v_now uuid[];
begin
  select array_agg(distinct x order by x) into v_ids from unnest(p_artists) x where x is not null;
  if v_ids is null then perform private.fail('artists_required'); end if;

  select * into v_intake from private.request_intake i where i.lead_id = p_lead for update;
  -- One answer for an unknown lead, a wrong claim and an expired one: nothing can be learned by trying.
  if v_intake.claim_hash is null or p_claim is null or v_intake.claim_expires_at < now()
     or v_intake.claim_hash <> sha256(convert_to(p_claim, 'UTF8')) then
    perform private.fail('claim_refused');
  end if;

  if v_intake.selected_at is not null then
    select array_agg(a.artist_id order by a.artist_id) into v_now from public.lead_assignments a where a.lead_id = p_lead;
    if v_now is distinct from v_ids then perform private.fail('already_sent'); end if;
    return jsonb_build_object('sent', cardinality(v_ids), 'replayed', true);
  end if;

  if cardinality(v_ids) <> (select count(*) from private.open_offers(p_lead) o where o.artist_id = any (v_ids)) then
    perform private.fail('artists_not_offered');
  end if;
  insert into public.lead_assignments (lead_id, artist_id) select p_lead, x from unnest(v_ids) x;
  update private.request_intake i set selected_at = now() where i.lead_id = p_lead;
  return jsonb_build_object('sent', cardinality(v_ids), 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.send_message(p_lead uuid, p_artist uuid, p_body text, p_key uuid, p_token text, p_pictures integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_side text := private.conversation_side(p_lead, p_artist, p_token);
  v_body text := coalesce(private.clean(p_body), '');
  v_pictures int := coalesce(p_pictures, 0);
  v_withdrawn timestamptz;
  v_message public.lead_messages;
begin
  if v_pictures > 4 then perform private.fail('pictures_too_many'); end if;
  if v_body = '' and v_pictures <= 0 then perform private.fail('message_required'); end if;
  if char_length(v_body) > 2000 then perform private.fail('message_too_long'); end if;
  if p_key is null or v_pictures < 0 then perform private.fail('invalid_input'); end if;
  -- A twin waits here until the first one is done.
  select l.withdrawn_at into v_withdrawn from public.lead_records l where l.id = p_lead for no key update;
  select m.* into v_message from private.message_keys k join public.lead_messages m on m.id = k.message_id
    where k.lead_id = p_lead and k.artist_id = p_artist and k.sender = v_side and k.idempotency_key = p_key;
  if found then
    if (v_message.body, v_message.pictures) <> (v_body, v_pictures) then perform private.fail('idempotency_conflict'); end if;
    return private.message_line(v_message, v_side) || '{"replayed": true}';
  end if;
  if v_withdrawn is not null then perform private.fail('request_withdrawn'); end if;
  if exists (select from private.conversation_reports r where r.lead_id = p_lead and r.artist_id = p_artist) then
    perform private.fail('move_refused');
  end if;
  if v_pictures > 0 and v_pictures + (
      select coalesce(sum(m.pictures), 0) from public.lead_messages m
      where m.lead_id = p_lead and m.artist_id = p_artist and m.sender = v_side and m.pictures > 0) > 100 then
    perform private.fail('pictures_full');
  end if;
  perform private.rate_limit('message', concat_ws(':', p_lead, p_artist, v_side), private.setting_int('message_limit'), interval '10 minutes');
  perform private.move_assignment(p_lead, p_artist, 'write', v_side);
  insert into public.lead_messages (lead_id, artist_id, sender, body, pictures)
    values (p_lead, p_artist, v_side, v_body, v_pictures) returning * into v_message;
  insert into private.message_keys (message_id, lead_id, artist_id, sender, idempotency_key)
    values (v_message.id, p_lead, p_artist, v_side, p_key);
  -- Whoever answers has read what is above.
  update public.lead_assignments a
    set client_read = case when v_side = 'client' then v_message.position else a.client_read end,
      artist_read = case when v_side = 'artist' then v_message.position else a.artist_read end
    where a.lead_id = p_lead and a.artist_id = p_artist;
  perform private.notify_of_message(v_message);
  return private.message_line(v_message, v_side) || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.send_proposal(p_lead uuid, p_low integer, p_high integer, p_starts_on date, p_days integer, p_message text, p_valid_until date, p_key uuid, p_included text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.own_assignment(p_lead);
  v_high int := coalesce(p_high, p_low);
  v_message text := private.clean_or_null(p_message);
  v_included text[];
  v_proposal public.proposals;
begin
  select coalesce(array_agg(distinct x order by x), '{}') into v_included from unnest(p_included) x;
  if p_key is null then perform private.fail('invalid_input'); end if;
  select p.* into v_proposal from private.proposal_keys k join public.proposals p on p.id = k.proposal_id
    where k.lead_id = p_lead and k.artist_id = v_artist and k.idempotency_key = p_key;
  if found then
    if (v_proposal.low, v_proposal.high, v_proposal.starts_on, v_proposal.days, v_proposal.message, v_proposal.valid_until, v_proposal.included)
       is distinct from (p_low, v_high, p_starts_on, p_days, v_message, p_valid_until, v_included) then
      perform private.fail('idempotency_conflict');
    end if;
    return jsonb_build_object('id', v_proposal.id, 'replayed', true);
  end if;
  perform private.check_proposal(p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until);
  perform private.move_assignment(p_lead, v_artist, 'propose', 'artist');
  update public.proposals p set state = 'replaced' where p.lead_id = p_lead and p.artist_id = v_artist and p.state = 'open';
  insert into public.proposals (lead_id, artist_id, low, high, starts_on, days, included, message, valid_until)
    values (p_lead, v_artist, p_low, v_high, p_starts_on, p_days, v_included, v_message, p_valid_until)
    returning * into v_proposal;
  insert into private.proposal_keys (proposal_id, lead_id, artist_id, idempotency_key)
    values (v_proposal.id, p_lead, v_artist, p_key);
  perform private.mail_client('request_proposal', v_proposal.id::text, p_lead, v_artist);
  return jsonb_build_object('id', v_proposal.id, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.set_lead_status(p_lead uuid, p_status text, p_read text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist uuid := private.my_artist_id();
  v_row public.lead_assignments;
  v_found boolean := false;
begin
  if p_status is null or p_status <> all (array['new', 'in_review', 'completed']) then perform private.fail('status_refused'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  for v_row in
    select a.* from public.lead_assignments a
    join public.lead_records l on l.id = a.lead_id
    where a.lead_id = p_lead
      and ((a.artist_id = v_artist and not l.held)
        or (private.is_admin() and not exists (
          select from public.lead_assignments own where own.lead_id = p_lead and own.artist_id = v_artist)))
    order by a.artist_id for update of a
  loop
    v_found := true;
    -- Two tabs do not undo each other.
    if v_row.artist_id = v_artist and v_row.status::text not in (p_read, p_status) then
      perform private.fail('changed_elsewhere', 'status');
    end if;
    if v_row.status::text <> p_status then
      perform private.move_assignment(p_lead, v_row.artist_id, 'set_' || p_status,
        case when v_row.artist_id = v_artist then 'artist' else 'admin' end);
      perform private.delete_status_mail(p_lead, v_row.artist_id, p_status);
      perform private.audit('lead.status', p_lead,
        jsonb_build_object('artist', v_row.artist_id, 'from', v_row.status, 'to', p_status));
    end if;
  end loop;
  -- The same answer for a lead that does not exist and for one that is somebody else's.
  if not v_found then perform private.fail('status_refused'); end if;
  return p_status;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_place_consent(p_lead uuid, p_artist uuid, p_granted boolean, p_token text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  if p_granted is null then perform private.fail('invalid_input'); end if;
  perform from public.lead_records l where l.id = p_lead for no key update;
  -- Taking it back is always possible.
  if p_granted and not exists (
      select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('move_refused');
  end if;
  insert into private.finished_walls (lead_id, artist_id, consent, consent_at) values (p_lead, p_artist, p_granted, now())
    on conflict (lead_id, artist_id) do update set consent = excluded.consent, consent_at = excluded.consent_at;
  perform private.show_consented(p_lead, p_artist);
end
$function$;

CREATE OR REPLACE FUNCTION private.setting(p_key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row private.setting_defaults;
  v_set text := (select nullif(s.value, '') from private.settings s where s.key = p_key);
begin
  select * into v_row from private.setting_defaults d where d.key = p_key;
  if not found then raise undefined_object using message = format('no setting has the key "%s"', p_key); end if;
  return case
    when v_row.least is null then coalesce(v_set, v_row.value)
    when v_set ~ '^[0-9]{1,9}$' and v_set::int between v_row.least and v_row.most then v_set
    when v_row.follows is null then v_row.value
    else least(v_row.times * private.setting(v_row.follows)::bigint, v_row.most)::text end;
end
$function$;

CREATE OR REPLACE FUNCTION private.setting_int(p_key text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.setting(p_key)::int;
end
$function$;

CREATE OR REPLACE FUNCTION private.show_review(p_review uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  update private.review_checks c set looked_at = coalesce(c.looked_at, private.clock()) where c.review_id = p_review;
  update public.reviews r
    set hidden_at = null, hidden_reason = null, counted_at = coalesce(r.counted_at, private.clock())
    where r.id = p_review and not r.public_visible;
  if found then perform private.audit('review.shown', p_review); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.standing_score(p_featured boolean, p_rating numeric, p_reviews integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- As if three reviews of 3.5 stars came first, so that one review neither makes nor breaks anybody.
  return (
    select case when p_featured then 500 else 0 end
      + round(100 * (n.reviews * p_rating + 10.5) / (n.reviews + 3))::int
    from (select case when p_rating = 0 then 0 else greatest(p_reviews, 3) end as reviews) n);
end
$function$;

CREATE OR REPLACE FUNCTION private.storage_room()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The role that the API has set, which a definer's function keeps.
  if current_setting('role', true) <> 'service_role' and not private.is_admin() then perform private.fail('not_allowed'); end if;
  return (select jsonb_build_object('bytes', u.bytes, 'limit', private.megabytes('upload_total_mb')) from private.storage_use u);
end
$function$;

CREATE OR REPLACE FUNCTION private.store_details(p_lead uuid, p_details public.request_details, p_slugs text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A mural that is not public any more is no reason to refuse a request: it goes without.
  select coalesce(array_agg(y.id order by y.at), '{}') into p_details.mural_ids from (
    select m.id, min(x.at) as at from (
      select i.id, null::text as slug, i.at from unnest(p_details.mural_ids) with ordinality i (id, at)
      union all
      select r.mural_id, w.slug, w.at + 6 from unnest(p_slugs) with ordinality w (slug, at)
        left join public.mural_redirects r on r.slug = w.slug) x
    join public.murals m on (m.id = x.id or m.slug = x.slug) and m.public_visible
    group by m.id) y;
  if not private.has_details(p_details) then return; end if;
  p_details.lead_id := p_lead;
  insert into public.request_details select (p_details).*;
end
$function$;

CREATE OR REPLACE FUNCTION private.style_bits(p_styles text[])
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum(1 << (o.at - 1)::int), 0)::int from unnest(private.form_styles()) with ordinality o (word, at)
    where o.word = any (private.form_words(p_styles, private.form_styles())));
end
$function$;

CREATE OR REPLACE FUNCTION private.style_words(p_styles text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(array_agg(distinct x.word order by x.word), '{}')
    from (select lower(s.style) as word from unnest(p_styles) s (style)
      union all select unnest(private.form_words(p_styles, private.form_styles()))) x);
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_lead(p_key uuid, p_claim text, p_name text, p_email text, p_phone text, p_city text, p_project_description text, p_mural_size text, p_surface_type text, p_style_preference text, p_budget_range text, p_artist uuid, p_website text, p_elapsed_ms integer, p_details jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_lead uuid := gen_random_uuid();
  v_intake private.request_intake;
  v_over text;
  v_held text;
  v_name text := private.clean(p_name);
  v_email text := private.clean(p_email);
  v_phone text := private.clean_or_null(p_phone);
  v_city text := private.clean(p_city);
  v_project text := private.clean(p_project_description);
  v_size text := private.clean_or_null(p_mural_size);
  v_details public.request_details;
  v_slugs text[];
  v_form jsonb;
begin
  perform private.check_person(v_name, v_email, v_phone);
  perform private.check_project(v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range);
  v_details := private.checked_details(p_details);
  v_slugs := private.detail_slugs(p_details -> 'mural_slugs');
  if cardinality(v_details.mural_ids) + cardinality(v_slugs) > 6 then perform private.fail('liked_murals_too_many'); end if;
  -- Only what nobody has named can be unknown.
  v_details.surface_unsure := v_details.surface_unsure and p_surface_type = 'other';
  -- 32 random bytes, however the caller wrote them down: 43 characters of base64url, 44 of base64, 64 of hex.
  if p_key is null or p_claim is null or p_claim !~ '^[A-Za-z0-9_+/=-]{43,128}$' then perform private.fail('invalid_input'); end if;

  v_form := jsonb_build_array(v_name, v_email, v_phone, v_city, v_project, v_size,
    p_surface_type, p_style_preference, p_budget_range, p_artist);
  if private.has_details(v_details) or v_slugs <> '{}' then
    v_form := v_form || jsonb_build_array(to_jsonb(v_details), to_jsonb(v_slugs));
  end if;
  v_intake := private.claim_key(p_key, v_lead, v_form, p_claim);
  if v_intake.lead_id <> v_lead then
    return private.with_link(jsonb_build_object('id', v_intake.lead_id, 'replayed', true, 'matches',
      case when v_intake.selected_at is null then private.request_matches(v_intake.lead_id) else '[]' end));
  end if;
  v_over := private.request_hold();

  -- What looks like a robot or a flood is kept for the admin, never dropped, and the answer does not tell.
  v_held := case
    when coalesce(p_website, '') <> '' then 'honeypot'
    when p_elapsed_ms < private.setting_int('lead_min_elapsed_ms') then 'too_fast'
    else v_over end;
  insert into public.lead_records (id, city, project_description, mural_size, surface_type, style_preference, budget_range,
      created_by_user, held)
    values (v_lead, v_city, v_project, v_size, p_surface_type, p_style_preference, p_budget_range,
      (select u.id from auth.users u where u.id = auth.uid()), v_held is not null);
  insert into public.lead_contacts (lead_id, name, email, phone) values (v_lead, v_name, v_email, v_phone);
  perform private.store_details(v_lead, v_details, v_slugs);
  if v_held is null then
    perform private.offer_artists(v_lead, p_artist);
  else
    insert into private.request_reasons (lead_id, held_reason) values (v_lead, v_held);
    update private.request_intake i set asked_artist = (select a.id from public.artists a where a.id = p_artist) where i.lead_id = v_lead;
  end if;
  return private.with_link(jsonb_build_object('id', v_lead, 'replayed', false, 'matches', private.request_matches(v_lead)));
end
$function$;

CREATE OR REPLACE FUNCTION private.submit_review(p_lead uuid, p_artist uuid, p_rating integer, p_body text, p_token text, p_name text, p_town text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_body text := private.clean(p_body);
  v_author jsonb := private.review_author(p_lead);
  v_name text := private.clean_or_null(coalesce(p_name, v_author ->> 'name'));
  v_town text := private.clean_or_null(coalesce(p_town, v_author ->> 'town'));
  v_address bytea := (select s.address_hash from private.request_senders s where s.lead_id = p_lead);
  v_review public.reviews;
begin
  if private.conversation_side(p_lead, p_artist, p_token) <> 'client' then perform private.fail('not_allowed'); end if;
  -- Nobody reviews themselves by sending themselves a request.
  if private.is_request_to_oneself(p_lead, p_artist) then perform private.fail('not_allowed'); end if;
  perform private.check_review(p_rating, v_body, v_name, v_town);
  -- A twin waits here until the first one is done.
  perform from public.lead_records l where l.id = p_lead for no key update;
  select r.* into v_review from private.review_checks c join public.reviews r on r.id = c.review_id
    where c.lead_id = p_lead and c.artist_id = p_artist;
  if found then
    if (v_review.rating, v_review.body, v_review.author_name, v_review.author_town) is distinct from (p_rating, v_body, v_name, v_town) then
      perform private.fail('review_exists');
    end if;
    return private.review_line(v_review, 'client') || '{"replayed": true}';
  end if;
  if not exists (select from public.lead_assignments a where a.lead_id = p_lead and a.artist_id = p_artist and a.state = 'completed') then
    perform private.fail('review_too_early');
  end if;
  if private.is_request_proven(p_lead) and private.has_reviewed_lately(p_artist, v_address, private.clock()) then
    perform private.fail('review_this_year');
  end if;
  insert into public.reviews (artist_id, rating, body, author_name, author_town, created_at, counted_at)
    values (p_artist, p_rating, v_body, v_name, v_town, private.clock(), null) returning * into v_review;
  insert into private.review_checks (review_id, lead_id, artist_id, address_hash, network_hash)
    values (v_review.id, p_lead, p_artist, v_address, private.network_hash());
  perform private.count_reviews(array[p_artist]);
  select * into v_review from public.reviews r where r.id = v_review.id;
  perform private.mail_artist('lead_reviewed', v_review.id::text, p_lead, p_artist);
  return private.review_line(v_review, 'client') || '{"replayed": false}';
end
$function$;

CREATE OR REPLACE FUNCTION private.subscribe_newsletter(p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text := private.clean(p_email);
  v_subscriber private.newsletter_subscribers;
begin
  if not coalesce(private.valid_email(v_email), false) then perform private.fail('newsletter_email_invalid'); end if;
  if char_length(v_email) > 255 then perform private.fail('email_too_long'); end if;
  perform private.rate_limit('newsletter_ip', private.client_ip(), private.setting_int('newsletter_ip_limit'), interval '10 minutes');
  -- Counted whether or not the address is on the list.
  if private.rate_limit('newsletter_email', lower(v_email), 1000000000, interval '1 hour') <= 3 then
    begin
      insert into private.newsletter_subscribers as s (email, created_at) values (v_email, private.clock())
        on conflict (lower(email)) do update set created_at = case when s.confirmed_at is null then excluded.created_at else s.created_at end
        returning * into v_subscriber;
      perform private.write_mail('newsletter_confirm', gen_random_uuid()::text, null, v_email);
      -- The same work, undone: how long an answer takes tells nothing.
      if v_subscriber.confirmed_at is not null then raise sqlstate 'ZZ001'; end if;
    exception when sqlstate 'ZZ001' then
      null;
    end;
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.suggestions_for(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A held request is not for artists: releasing it comes first.
  select coalesce(jsonb_agg(private.artist_card(s.artist_id) || jsonb_build_object('reason', s.reason) order by s.rank), '[]')
  from public.lead_records l cross join lateral private.request_suggestions(l.id, 3) s where l.id = p_lead and not l.held
$function$;

CREATE OR REPLACE FUNCTION private.take_down_picture(p_picture text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_keys text[] := private.object_keys(array[p_picture]);
begin
  update public.artists a
    set profile_photo = case when private.is_same_picture(a.profile_photo, p_picture) then null else a.profile_photo end,
      portfolio_images = private.without_picture(a.portfolio_images, p_picture),
      picture_details = private.without_details(a.picture_details, p_picture)
    where exists (select from unnest(a.portfolio_images || a.profile_photo) u where private.is_same_picture(u, p_picture));
  update public.murals m
    set image_url = s.shown[1], gallery_images = s.shown[2:],
      before_url = case when private.is_same_picture(m.before_url, p_picture) then null else m.before_url end,
      picture_details = private.without_details(m.picture_details, p_picture),
      -- A page without any picture is none; its artist finds it among the drafts.
      public_visible = m.public_visible and (cardinality(s.shown) > 0 or m.image_url is null)
    from (select o.id, private.without_picture(o.image_url || o.gallery_images, p_picture) as shown from public.murals o) s
    where s.id = m.id
      and exists (select from unnest(m.gallery_images || array[m.image_url, m.before_url]) u where private.is_same_picture(u, p_picture));
  -- One that was removed can be brought back, but not with this picture.
  update private.deleted_murals r
    set content = r.content || jsonb_build_object(
      'image_url', to_jsonb(s.shown[1]), 'gallery_images', to_jsonb(s.shown[2:]),
      'before_url', case when private.is_same_picture(r.content ->> 'before_url', p_picture) then 'null' else r.content -> 'before_url' end,
      'public_visible', (r.content ->> 'public_visible')::boolean and cardinality(s.shown) > 0)
    from (select o.mural_id, private.without_picture(
        (o.content ->> 'image_url') || array(select jsonb_array_elements_text(o.content -> 'gallery_images')), p_picture) as shown
      from private.deleted_murals o) s
    where s.mural_id = r.mural_id and r.content::text like '%' || split_part(p_picture, '?', 1) || '%';
  -- The files of a review go with their place in it.
  update public.reviews r set pictures = private.without_picture(r.pictures, p_picture)
    where exists (select from unnest(r.pictures) u where private.is_same_picture(u, p_picture));
  -- As in `private.delete_uploads`; a city keeps its cover, which an admin chose.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o
    where o.bucket_id in ('profile-photos', 'portfolio-images') and o.bucket_id || '/' || o.name = any (v_keys)
      and not exists (select from public.cities c where private.is_same_picture(c.cover_photo, p_picture));
  perform set_config('storage.allow_delete_query', 'false', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.takes_requests(p_paused_until date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return p_paused_until is null or p_paused_until <= private.today();
end
$function$;

CREATE OR REPLACE FUNCTION private.today()
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (private.clock() at time zone 'utc')::date;
end
$function$;

CREATE OR REPLACE FUNCTION private.track_request(p_token text, p_lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.note_opened(p_token);
  return private.request_data(private.own_request(p_token, p_lead));
end
$function$;

CREATE OR REPLACE FUNCTION private.transfer_artist(p_artist uuid, p_user uuid, p_how text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_artist public.artists;
  v_claim private.page_claims;
begin
  -- One account after the other, so that one of two pages at once stays where it is.
  perform from auth.users u where u.id = p_user for update;
  select * into v_artist from public.artists a where a.id = p_artist for update;
  if v_artist.user_id = p_user then return jsonb_build_object('slug', v_artist.slug, 'replayed', true); end if;
  if not coalesce(v_artist.unclaimed, false) then perform private.fail('page_claimed'); end if;
  perform private.check_claimant(p_user);
  delete from public.artists a where a.user_id = p_user;
  update public.artists a set user_id = p_user where a.id = p_artist;
  insert into public.artist_contacts as c (artist_id, email)
    select p_artist, u.email from auth.users u
    where u.id = p_user and private.valid_email(u.email) and char_length(u.email) <= 255
    on conflict (artist_id) do update set email = coalesce(c.email, excluded.email);
  perform private.audit('artist.claimed', p_artist, jsonb_build_object('name', v_artist.name, 'how', p_how));
  for v_claim in
    update private.page_claims c set state = case when c.user_id = p_user then 'accepted' else 'refused' end, decided_at = now()
      where c.artist_id = p_artist and c.state = 'waiting' returning c.*
  loop
    if v_claim.user_id <> p_user or auth.uid() is distinct from p_user then
      perform private.write_mail('claim_' || v_claim.state, v_claim.id::text, v_claim.user_id, null, null, p_artist);
    end if;
  end loop;
  perform private.mark_claim_notices_read(p_artist);
  return jsonb_build_object('slug', v_artist.slug, 'replayed', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe(p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_link private.unsubscribe_links;
begin
  select * into v_link from private.unsubscribe_links k where k.token_hash = private.token_hash(p_token);
  if not found then return private.unsubscribe_newsletter(p_token); end if;
  perform private.change_notice_modes(v_link.user_id, case
    when v_link.topic is not null then jsonb_build_object(v_link.topic, 'here')
    else coalesce((
      select jsonb_object_agg(m.topic, 'here') from public.notice_preferences p, jsonb_each_text(p.modes) m (topic, mode)
      where p.user_id = v_link.user_id and m.mode = 'daily'), '{}') end);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.unsubscribe_newsletter(p_token text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_email text;
begin
  delete from private.newsletter_subscribers s where s.token_hash = private.token_hash(p_token) returning s.email into v_email;
  perform private.delete_newsletter_mails(v_email);
  return v_email is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.upload_refusal(p_bucket text, p_name text, p_owner uuid, p_network text, p_bytes bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_quota text := private.quota_of(p_bucket, p_name, p_owner, p_bytes);
  v_bucket text := 'upload_network:' || encode(sha256(convert_to(private.setting('pepper') || p_network, 'UTF8')), 'hex');
  v_start timestamptz := date_bin(interval '1 hour', now(), timestamptz 'epoch');
  v_rest double precision := 1 - extract(epoch from now() - v_start) / 3600;
  v_kilobytes int := ceil(p_bytes / 1024.0);
  v_used double precision;
begin
  if v_quota is not null then return v_quota; end if;
  insert into private.rate_counters as c (bucket, window_start, n) values (v_bucket, v_start, v_kilobytes)
    on conflict (bucket, window_start) do update set n = least(c.n::bigint + excluded.n, 2000000000)::int;
  select sum(c.n * case c.window_start when v_start then 1 else v_rest end) into v_used from private.rate_counters c
    where c.bucket = v_bucket and c.window_start in (v_start, v_start - interval '1 hour');
  return case when v_used * 1024 > private.megabytes('upload_network_mb') then 'network' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.waiting_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when count(*) > 0 then jsonb_build_object(
    'silent', jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id),
    'matches', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) order by o.rank)
      from private.open_offers(p_mail.lead_id) o join public.artists m on m.id = o.artist_id
      where not exists (
        select from public.lead_assignments s where s.lead_id = o.lead_id and s.artist_id = o.artist_id)), '[]')) end
  from private.artists_without_answer(p_mail.lead_id) silent (id) join public.artists a on a.id = silent.id
  where p_mail.payload -> 'artist_ids' ? a.id::text
$function$;

CREATE OR REPLACE FUNCTION private.wanted_words(p_lead uuid)
 RETURNS TABLE(word text, murals integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Bit 6 is the style of the form; bits 0 to 5 are the murals that were chosen.
  return query
    select w.word, bit_or(w.bits)
    from (
      select l.style_preference as word, 64 as bits from public.lead_records l
      where l.id = p_lead and l.style_preference is not null
      union all
      select s.word, 1 << (c.at - 1)::int
      from public.request_details d
      cross join lateral unnest(d.mural_ids[1:6]) with ordinality c (mural_id, at)
      join public.murals m on m.id = c.mural_id and m.public_visible
      cross join lateral unnest(private.style_words(m.styles)) s (word)
      where d.lead_id = p_lead and s.word <> 'other') w
    group by w.word;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_reminders()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now timestamptz := private.clock();
  v_lead public.lead_records;
  v_email text;
  v_silent uuid[];
begin
  -- A lead at a time: a second worker passes over what the first is at.
  for v_lead in
    select l.* from public.lead_records l
    where l.id in (select r.lead_id from private.reminders r where r.due_at <= v_now order by r.due_at limit 100)
    for no key update skip locked
  loop
    perform private.write_mail('lead_waiting', v_lead.id || ':' || a.id, a.user_id, null, v_lead.id, a.id,
      jsonb_build_object('artist_ids', array[a.id]))
    from private.reminders r
    join public.artists a on a.id = r.artist_id and a.user_id is not null
    where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now
      and r.artist_id in (select private.artists_without_answer(v_lead.id));
    delete from private.reminders r where r.lead_id = v_lead.id and r.kind = 'lead_waiting' and r.due_at <= v_now;

    -- Whoever asked several within hours gets one mail about all of them.
    with told as (
      delete from private.reminders r
      where r.lead_id = v_lead.id and r.kind = 'request_waiting' and r.due_at <= v_now + interval '12 hours'
        and exists (select from private.reminders d
          where d.lead_id = v_lead.id and d.kind = 'request_waiting' and d.due_at <= v_now)
      returning r.artist_id
    )
    select array_agg(t.artist_id order by t.artist_id) into v_silent
      from told t where t.artist_id in (select private.artists_without_answer(v_lead.id));
    select c.email into v_email from public.lead_contacts c where c.lead_id = v_lead.id;
    continue when v_silent is null or v_email is null;
    perform private.write_mail('request_waiting', v_lead.id || ':' || md5(v_silent::text), v_lead.created_by_user, v_email,
      v_lead.id, null, jsonb_build_object('artist_ids', v_silent, 'reference', v_lead.reference,
        'link', private.request_path(private.request_token(v_lead.id))));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_request_notes(p_leads uuid[], p_note text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.add_request_notes(p_leads, p_note)
$function$;

CREATE OR REPLACE FUNCTION public.admin_assign_request(p_lead uuid, p_artists uuid[], p_read uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.admin_assign_request(p_lead, p_artists, p_read)
$function$;

CREATE OR REPLACE FUNCTION public.admin_list_requests(p_search text DEFAULT ''::text, p_filter text DEFAULT ''::text, p_sort text DEFAULT ''::text, p_desc boolean DEFAULT true, p_limit integer DEFAULT 25, p_offset integer DEFAULT 0, p_city text DEFAULT NULL::text, p_style text DEFAULT NULL::text, p_budget text DEFAULT NULL::text, p_from date DEFAULT NULL::date, p_until date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.admin_list_requests(p_search, p_filter, p_sort, p_desc, p_limit, p_offset, p_city, p_style, p_budget, p_from, p_until)
$function$;

CREATE OR REPLACE FUNCTION public.admin_read_conversation(p_lead uuid, p_artist uuid, p_reason text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.admin_read_conversation(p_lead, p_artist, p_reason)
$function$;

CREATE OR REPLACE FUNCTION public.admin_release_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.admin_release_request(p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.admin_request(p_lead uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.admin_request(p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.admin_request_cities()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.admin_request_cities()
$function$;

CREATE OR REPLACE FUNCTION public.admin_requests_by_day(p_days integer DEFAULT 30)
 RETURNS TABLE(day date, leads integer)
 LANGUAGE sql
 STABLE ROWS 30
 SET search_path TO ''
AS $function$
  select * from private.admin_requests_by_day(p_days)
$function$;

CREATE OR REPLACE FUNCTION public.assign_requests(p_leads uuid[], p_artist uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.assign_requests(p_leads, p_artist)
$function$;

CREATE OR REPLACE FUNCTION public.close_request(p_lead uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.close_request(p_token, p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.conversation_review(p_lead uuid, p_artist uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.conversation_review(p_lead, p_artist, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.conversation_summaries(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.conversation_summaries(p_leads)
$function$;

CREATE OR REPLACE FUNCTION public.delete_finished_mural(p_lead uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_finished_mural(p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.delete_held_requests(p_leads uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_held_requests(p_leads)
$function$;

CREATE OR REPLACE FUNCTION public.delete_mural(p_mural uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_mural(p_mural)
$function$;

CREATE OR REPLACE FUNCTION public.delete_request_note(p_note uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_request_note(p_note)
$function$;

CREATE OR REPLACE FUNCTION public.delete_unclaimed_page(p_token text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_unclaimed_page(p_token)
$function$;

CREATE OR REPLACE FUNCTION public.deleted_murals()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.deleted_murals()
$function$;

CREATE OR REPLACE FUNCTION public.directory_writes()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' ', pg_postmaster_start_time(), (select b.stats_reset from pg_catalog.pg_stat_bgwriter b), string_agg(
    concat_ws(',', t.id::oid, pg_stat_get_tuples_inserted(t.id), pg_stat_get_tuples_updated(t.id), pg_stat_get_tuples_deleted(t.id),
      pg_stat_get_live_tuples(t.id)), ' ' order by t.id))
  from unnest('{public.artists,public.murals,public.cities,public.reviews,public.mural_redirects,public.estimate_rates}'::regclass[]) t (id)
  where current_setting('track_counts')::boolean having count(*) > 0
$function$;

CREATE OR REPLACE FUNCTION public.dismiss_mail(p_id bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.dismiss_mail(p_id)
$function$;

CREATE OR REPLACE FUNCTION public.keep_held_requests(p_leads uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.keep_held_requests(p_leads)
$function$;

CREATE OR REPLACE FUNCTION public.lease_mails(p_limit integer, p_seconds integer)
 RETURNS TABLE(id bigint, kind text, message_id uuid, address text, optional boolean, forgotten boolean, attempts integer, data jsonb)
 LANGUAGE sql
 ROWS 20
 SET search_path TO ''
AS $function$
  select * from private.lease_mails(p_limit, p_seconds)
$function$;

CREATE OR REPLACE FUNCTION public.list_admins()
 RETURNS TABLE(user_id uuid, email text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
  select * from private.list_admins()
$function$;

CREATE OR REPLACE FUNCTION public.mark_conversation_read(p_lead uuid, p_artist uuid, p_position bigint, p_token text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_conversation_read(p_lead, p_artist, p_position, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.mark_request_seen(p_lead uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_request_seen(p_lead)
$function$;

CREATE OR REPLACE FUNCTION public.merge_requests(p_keep uuid, p_double uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.merge_requests(p_keep, p_double)
$function$;

CREATE OR REPLACE FUNCTION public.my_request_artists()
 RETURNS TABLE(lead_id uuid, artist_id uuid, artist_name text, artist_slug text, status public.lead_status, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 20
 SET search_path TO ''
AS $function$
  select * from private.my_request_artists()
$function$;

CREATE OR REPLACE FUNCTION public.read_conversation(p_lead uuid, p_artist uuid, p_before bigint DEFAULT NULL::bigint, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.read_conversation(p_lead, p_artist, p_before, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.read_publish_requests()
 RETURNS TABLE(id bigint, kind text, requested_by uuid, requested_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 5
 SET search_path TO ''
AS $function$
  select r.id, r.kind, r.requested_by, r.requested_at from private.publish_requests r where r.finished_at is null order by r.id
$function$;

CREATE OR REPLACE FUNCTION public.read_site_changes(p_limit integer DEFAULT 1000)
 RETURNS TABLE(id bigint, table_name text, op text, old jsonb, new jsonb, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
  select c.id, c.table_name, c.op, c.old, c.new, c.changed_at from private.site_changes c
  order by c.id limit least(greatest(coalesce(p_limit, 1000), 0), 10000)
$function$;

CREATE OR REPLACE FUNCTION public.remind_artists(p_leads uuid[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.remind_artists(p_leads)
$function$;

CREATE OR REPLACE FUNCTION public.request_photos(p_lead uuid DEFAULT NULL::uuid, p_token text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.request_photos(p_lead, p_token)
$function$;

CREATE OR REPLACE FUNCTION public.run_chores()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.run_chores()
$function$;

CREATE OR REPLACE FUNCTION public.set_lead_status(p_lead uuid, p_status text, p_read text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.set_lead_status(p_lead, p_status, p_read)
$function$;

ALTER TABLE "private"."message_keys" ADD CONSTRAINT "message_keys_message_id_fkey" FOREIGN KEY (message_id) REFERENCES public.lead_messages(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_keys" ADD CONSTRAINT "proposal_keys_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."request_reasons" ADD CONSTRAINT "request_reasons_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE CASCADE;

ALTER TABLE "private"."request_reasons" ADD CONSTRAINT "request_reasons_merged_into_fkey" FOREIGN KEY (merged_into) REFERENCES public.lead_records(id) ON DELETE SET NULL;

ALTER TABLE "private"."review_checks" ADD CONSTRAINT "review_checks_lead_id_artist_id_key" UNIQUE (lead_id, artist_id);

ALTER TABLE "private"."review_checks" ADD CONSTRAINT "review_checks_lead_id_fkey" FOREIGN KEY (lead_id) REFERENCES public.lead_records(id) ON DELETE SET NULL;

CREATE VIEW "private"."admin_requests" WITH (security_invoker=true) AS  SELECT l.id,
    (to_jsonb(l.*) || jsonb_build_object('held_reason', w.held_reason, 'reference', r.reference, 'merged_into', w.merged_into, 'proven', private.is_own_address(l.id), 'assignments', COALESCE(( SELECT jsonb_agg(jsonb_build_object('artist_id', a.id, 'name', a.name, 'status', s.status, 'state', s.state, 'reported', (EXISTS ( SELECT
                   FROM private.conversation_reports t
                  WHERE ((t.lead_id = s.lead_id) AND (t.artist_id = s.artist_id))))) ORDER BY a.name) AS jsonb_agg
           FROM (public.lead_assignments s
             JOIN public.artists a ON ((a.id = s.artist_id)))
          WHERE (s.lead_id = l.id)), '[]'::jsonb))) AS lead
   FROM ((private.requests_in_full l
     JOIN public.lead_records r ON ((r.id = l.id)))
     LEFT JOIN private.request_reasons w ON ((w.lead_id = l.id)));

CREATE VIEW "public"."leads" WITH (security_invoker=true) AS  SELECT l.id,
    COALESCE(c.name, '***'::text) AS name,
    c.email,
    c.phone,
    l.city,
    l.project_description,
    l.mural_size,
    l.surface_type,
    l.style_preference,
    l.budget_range,
    COALESCE(w.mine, w.furthest, 'new'::public.lead_status) AS status,
    COALESCE(w.artists, '{}'::uuid[]) AS assigned_artist,
    l.created_by_user,
    l.created_at,
    l.kind,
    l.held,
    l.preferred_time,
    l.withdrawn_at
   FROM ((public.lead_records l
     LEFT JOIN public.lead_contacts c ON ((c.lead_id = l.id)))
     LEFT JOIN LATERAL ( SELECT array_agg(a.artist_id ORDER BY a.created_at, a.artist_id) AS artists,
            max(a.status) AS furthest,
            max(a.status) FILTER (WHERE (a.artist_id = ( SELECT private.my_artist_id() AS my_artist_id))) AS mine
           FROM public.lead_assignments a
          WHERE (a.lead_id = l.id)) w ON (true))
  WHERE ( SELECT private.sees_every_request() AS sees_every_request)
UNION ALL
 SELECT l.id,
    COALESCE(c.name, '***'::text) AS name,
    c.email,
    c.phone,
    l.city,
    l.project_description,
    l.mural_size,
    l.surface_type,
    l.style_preference,
    l.budget_range,
    COALESCE(w.mine, w.furthest, 'new'::public.lead_status) AS status,
    COALESCE(w.artists, '{}'::uuid[]) AS assigned_artist,
    l.created_by_user,
    l.created_at,
    l.kind,
    l.held,
    l.preferred_time,
    l.withdrawn_at
   FROM ((public.lead_records l
     LEFT JOIN public.lead_contacts c ON ((c.lead_id = l.id)))
     LEFT JOIN LATERAL ( SELECT array_agg(a.artist_id ORDER BY a.created_at, a.artist_id) AS artists,
            max(a.status) AS furthest,
            max(a.status) FILTER (WHERE (a.artist_id = ( SELECT private.my_artist_id() AS my_artist_id))) AS mine
           FROM public.lead_assignments a
          WHERE (a.lead_id = l.id)) w ON (true))
  WHERE ((NOT ( SELECT private.sees_every_request() AS sees_every_request)) AND (l.created_by_user = ( SELECT auth.uid() AS uid)))
UNION ALL
 SELECT l.id,
    COALESCE(c.name, '***'::text) AS name,
    c.email,
    c.phone,
    l.city,
    l.project_description,
    l.mural_size,
    l.surface_type,
    l.style_preference,
    l.budget_range,
    a.status,
    ARRAY[a.artist_id] AS assigned_artist,
    l.created_by_user,
    l.created_at,
    l.kind,
    l.held,
    l.preferred_time,
    l.withdrawn_at
   FROM ((public.lead_assignments a
     JOIN public.lead_records l ON ((l.id = a.lead_id)))
     LEFT JOIN public.lead_contacts c ON ((c.lead_id = l.id)))
  WHERE ((NOT ( SELECT private.sees_every_request() AS sees_every_request)) AND (a.artist_id = ( SELECT private.my_artist_id() AS my_artist_id)) AND (l.created_by_user IS DISTINCT FROM ( SELECT auth.uid() AS uid)));

CREATE INDEX audit_log_actor_at_idx ON private.audit_log USING btree (actor, at);

CREATE INDEX audit_log_subject_idx ON private.audit_log USING btree (subject);

CREATE INDEX request_reasons_merged_idx ON private.request_reasons USING btree (merged_into);

CREATE INDEX proposals_thread_idx ON public.proposals USING btree (lead_id, artist_id);

CREATE CONSTRAINT TRIGGER fact_recounts_count AFTER INSERT ON private.fact_recounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_first) EXECUTE FUNCTION private.recount_artists();

CREATE TRIGGER request_senders_facts AFTER INSERT OR UPDATE ON private.request_senders FOR EACH ROW EXECUTE FUNCTION private.plan_recount();

CREATE TRIGGER review_checks_forget_reviewer AFTER UPDATE OF lead_id ON private.review_checks FOR EACH ROW WHEN (((old.lead_id IS NOT NULL) AND (new.lead_id IS NULL))) EXECUTE FUNCTION private.anonymize_review_of_request();

CREATE TRIGGER lead_assignments_facts AFTER INSERT OR DELETE OR UPDATE ON public.lead_assignments FOR EACH ROW EXECUTE FUNCTION private.plan_recount();

CREATE TRIGGER lead_messages_delete_message_pictures BEFORE DELETE ON public.lead_messages FOR EACH ROW WHEN ((old.pictures > 0)) EXECUTE FUNCTION private.delete_message_pictures();

CREATE TRIGGER leads_instead INSTEAD OF INSERT OR DELETE OR UPDATE ON public.leads FOR EACH ROW EXECUTE FUNCTION private.leads_instead();

CREATE TRIGGER reviews_touch BEFORE UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION private.touch('public_visible', 'hidden_reason');

CREATE POLICY "assignment_events_select" ON "public"."assignment_events" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.my_requests() AS my_requests)) OR ((artist_id = ( SELECT private.my_artist_id() AS my_artist_id)) AND (lead_id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me)))));

CREATE POLICY "lead_assignments_select" ON "public"."lead_assignments" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.my_requests() AS my_requests)) OR ((artist_id = ( SELECT private.my_artist_id() AS my_artist_id)) AND (lead_id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me)))));

CREATE POLICY "lead_contacts_select" ON "public"."lead_contacts" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.requests_whose_contact_i_see() AS requests_whose_contact_i_see))));

CREATE POLICY "lead_records_select" ON "public"."lead_records" FOR SELECT TO "authenticated" USING (((created_by_user = ( SELECT auth.uid() AS uid)) OR ( SELECT private.is_admin() AS is_admin) OR (id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me))));

CREATE POLICY "request_details_select" ON "public"."request_details" FOR SELECT TO "authenticated" USING ((( SELECT private.is_admin() AS is_admin) OR (lead_id IN ( SELECT private.my_requests() AS my_requests)) OR (lead_id IN ( SELECT private.requests_assigned_to_me() AS requests_assigned_to_me))));

COMMENT ON FUNCTION "private"."acceptance_score"(uuid) IS 'How many of the last 20 requests that an artist decided about they took up, from 0 to 1000; 500 below five.';

COMMENT ON FUNCTION "private"."address_hash"(text) IS 'What is kept of an address that an import has brought. Null without one.';

COMMENT ON FUNCTION "private"."admin_assign_request"(uuid, uuid[], uuid[]) IS 'Makes exactly these artists (at most 10) have the lead; who stays keeps their status. With p_read it adds and removes those in which p_artists differs from that: whom another admin added or removed since stays so. Assigning a held lead releases it.';

COMMENT ON FUNCTION "private"."admin_newest_requests"(integer, integer) IS 'What admin_list_requests gives without a search and a filter, newest first.';

COMMENT ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) IS 'How well an artist answers, from 0 to 1000: half of it how soon, half how often; 500 where it is not known.';

COMMENT ON FUNCTION "private"."artist_facts"(uuid[]) IS 'What is counted of these artists, from scratch, of different proven people: the bucket of their median time to a first answer and how many they replied to, of the last request of each of the last 20 people, from 5 on; walls painted that both sides agree on; and when time alone changes it.';

COMMENT ON FUNCTION "private"."city_words"(text) IS 'A city as a client typed it, for comparing: small letters, without its state.';

COMMENT ON FUNCTION "private"."claim_data"(private.mails) IS 'What a mail shows to whom an imported page is about. Null when the page is somebody''s by now.';

COMMENT ON FUNCTION "private"."count_facts"(uuid[]) IS 'Counts these artists, their reviews and how matching sees their requests anew, and writes what differs.';

COMMENT ON FUNCTION "private"."digest_data"(private.mails) IS 'The notices of a daily summary that are still unread and wanted. Null when there is none.';

COMMENT ON FUNCTION "private"."form_styles"() IS 'The styles of the form (specification, section 9), in the order of their bits.';

COMMENT ON FUNCTION "private"."form_words"(text[], text[]) IS 'Which choices of a form free words stand for: those that one of them contains or is contained in (specification, section 9).';

COMMENT ON FUNCTION "private"."lease_mails"(integer, integer) IS 'Takes mails that are due, the oldest first, and gives each to one worker for so many seconds; one whose lease ran out is due again. What is about something that is gone is dropped.';

COMMENT ON FUNCTION "private"."mail_about"(private.mails) IS 'What a mail is about, as it is now: its payload, the request without a person, who has it. Null when that is gone.';

COMMENT ON FUNCTION "private"."mail_data"(private.mails) IS 'What an email shows to its recipient, as it is now, and the link of their own request; without anybody''s words where the address is not proven. Null when it is not wanted any more, or what it is about is gone.';

COMMENT ON FUNCTION "private"."mail_details"(private.mails) IS 'What a kind of mail shows beside its subject, as it is now; null when there is no reason for it any more, as where a review was taken back, or shown again, before the mail left.';

COMMENT ON FUNCTION "private"."mailbox"(text) IS 'The mailbox of an address: without what stands behind a plus sign, and without the dots that Gmail ignores.';

COMMENT ON FUNCTION "private"."mailboxes_of_artist"(uuid) IS 'The mailboxes of an artist, as peppered hashes: what comes from these is from themselves.';

COMMENT ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) IS 'Why these artists fit a request, one line each, from what everybody can see of them; p_asked was asked for by name.';

COMMENT ON FUNCTION "private"."megabytes"(text) IS 'A setting of megabytes, in bytes.';

COMMENT ON FUNCTION "private"."merge_requests"(uuid, uuid) IS 'Closes a double of a request for everybody and links it; its artists who are at it get the one that goes on, as far as they are. Both are of one person who has proven it. Again changes nothing.';

COMMENT ON FUNCTION "private"."miles_from"(text) IS 'How far the cities are from the one of that name (small letters), as the crow flies; none where its position is not known.';

COMMENT ON FUNCTION "private"."newsletter_data"(private.mails) IS 'What a mail of the newsletter shows. Null when nobody is to confirm or to get it any more.';

COMMENT ON FUNCTION "private"."open_offers"(uuid) IS 'Of the artists a lead was offered, those who are still public, are there, and take requests.';

COMMENT ON FUNCTION "private"."plan_recount"() IS 'Notes the artists of a request that has changed, or whose sender is another one, for private.recount_artists.';

COMMENT ON FUNCTION "private"."reason_answers"(smallint) IS 'How soon an artist answers, in the words of their page (src/features/artists/trust-facts.ts); null where that is not known.';

COMMENT ON FUNCTION "private"."reason_place"(text, double precision, text) IS '"works in Austin", or how far it is to there; null where that is not known or too far for the artist to come.';

COMMENT ON FUNCTION "private"."reason_style"(text[], text[]) IS 'The first two of an artist''s styles that are wanted: "paints nature and Calavera"; null for none.';

COMMENT ON FUNCTION "private"."recount_artists"() IS 'Counts the artists that a transaction has noted, as it ends.';

COMMENT ON FUNCTION "private"."request_consultation"(uuid, uuid, text, text, text, text, text) IS 'Stores a request for a call, assigns it to a public artist who takes requests, or holds it, and gives its link. Same person rules, key and limits as a quote; only the same account may repeat the form.';

COMMENT ON FUNCTION "private"."request_data"(uuid) IS 'A request as whoever asked sees it on its page; merged_into is the reference of the one that goes on, for a double.';

COMMENT ON FUNCTION "private"."request_matches"(uuid) IS 'The matching cards of a lead: offered artists who are still public and take requests, up to 4 styles and 2 images each, and why.';

COMMENT ON FUNCTION "private"."review_case"(public.reviews) IS 'What an admin judges a review by: its request, the dispute, whether its sender is proven, and how many reviews came from the same mailbox or, of the same artist, from the same network.';

COMMENT ON FUNCTION "private"."run_chores"() IS 'Does what is due by the clock; what somebody else is at already is left to them.';

COMMENT ON FUNCTION "private"."set_lead_status"(uuid, text, text) IS 'Sets the calling artist''s own status on a lead, unless it is neither p_read nor p_status by now, or for an admin that of every assigned artist; each change is noted.';

COMMENT ON FUNCTION "private"."setting"(text) IS 'A setting, or its default when it is missing, empty, no whole number where it has to be one, or out of bounds: a typing error never stops the site. An unknown key raises.';

COMMENT ON FUNCTION "private"."setting_int"(text) IS 'As private.setting, of a whole number.';

COMMENT ON FUNCTION "private"."standing_score"(boolean, numeric, integer) IS 'How an artist stands, from 0 to 1000: half of it whether they are featured, half their rating, which counts the more the more reviews it has.';

COMMENT ON FUNCTION "private"."style_bits"(text[]) IS 'A bit for each style of the form that these styles are.';

COMMENT ON FUNCTION "private"."style_words"(text[]) IS 'Styles in small letters, with the choices of the form that they stand for.';

COMMENT ON FUNCTION "private"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb) IS 'Validates in form order, registers the key, applies the limits (repeats are free), stores the lead, what it says about its wall and its offers, or holds it, and gives its link. Whoever repeats the form has its claim, and gets the same.';

COMMENT ON FUNCTION "private"."takes_requests"(date) IS 'Whether an artist with this paused_until takes requests. src/features/artists/pause.ts asks the same.';

COMMENT ON FUNCTION "private"."today"() IS 'The day by which pauses go.';

COMMENT ON FUNCTION "private"."unsubscribe"(text) IS 'Ends the mails that a token is for, an account''s about a topic or the newsletter, and says whether there are any.';

COMMENT ON FUNCTION "private"."wanted_words"(uuid) IS 'What a request wants painted: words of style, each with the bits of where it comes from.';

COMMENT ON FUNCTION "public"."admin_assign_request"(uuid, uuid[], uuid[]) IS 'Sets who has a lead; with p_read it keeps what others changed since: {assigned, artists: [{id, name}]}. Admins only.';

COMMENT ON FUNCTION "public"."directory_checksum"() IS 'For each table of the pages: how many rows, and a sum that differs when a row was changed. Reads every row, to notice changes that the outbox never had.';

COMMENT ON FUNCTION "public"."directory_writes"() IS 'A text that is another one after each write to a table of the pages, without a look at its rows. Null where the server counts no writes.';

COMMENT ON FUNCTION "public"."run_chores"() IS 'Does what is due by the clock. Secret key only.';

COMMENT ON FUNCTION "public"."set_lead_status"(uuid, text, text) IS 'Moves a lead to new, in_review or completed; with p_read it refuses changed_elsewhere when the lead is elsewhere by now. The assigned artist or an admin.';

COMMENT ON FUNCTION "public"."submit_lead"(uuid, text, text, text, text, text, text, text, text, text, text, uuid, text, integer, jsonb) IS 'Sends a quote request: {id, replayed, matches, token, reference}. p_key makes it safe to repeat; p_claim is the secret that later selects artists; token opens the request; p_details is what goes into request_details.';

COMMENT ON TABLE "private"."chores" IS 'What is done by the clock: which function, how long after its last time at the earliest, and when that was, by private.clock().';

COMMENT ON TABLE "private"."fact_recounts" IS 'Artists to count as the running transaction ends; empty after each. Artists may go before it ends.';

COMMENT ON TABLE "private"."match_profiles" IS 'The artists whom requests can be offered to (public, and there), as matching compares them. style_bits: a bit for each style of the form that theirs are; surfaces: those of the form, null where none is listed; answers, acceptance, standing: from 0 to 1000; requests: how many they were given, ever.';

COMMENT ON TABLE "private"."message_keys" IS 'The key that each message was sent with: it keeps one from being stored twice, and is the secret of its sender.';

COMMENT ON TABLE "private"."proposal_keys" IS 'The key that each proposal was sent with: it keeps one from being stored twice.';

COMMENT ON TABLE "private"."request_reasons" IS 'Why a lead was held or closed, for admins alone: what looks like a robot is not told so. Most have none.';

COMMENT ON TABLE "private"."review_checks" IS 'Which request a review comes from, and what an admin needs to judge it, also when that is erased: peppered hashes of its sender''s address and network, the artist''s dispute, and whether an admin has looked. A review that was brought in has none.';

COMMENT ON TABLE "private"."setting_defaults" IS 'Every setting: its default (null: none, or times the value of the setting that it follows), its bounds where it is a whole number, and what it means.';

COMMENT ON TABLE "private"."settings" IS 'What an operator has set; private.setting_defaults says what can be. Secrets that a database dump must not have are not here: see private.link_secret.';

COMMENT ON TABLE "public"."reviews" IS 'What clients say of painted walls. Public, without a contact; which request one comes from is in private.review_checks.';

COMMENT ON VIEW "private"."admin_requests" IS 'A lead as the admin''s list shows it, with the artists who have it.';

COMMENT ON VIEW "public"."leads" IS 'Leads in the specification''s shape. status is the asking artist''s own, otherwise the furthest any artist is, otherwise new.';

REVOKE ALL ON FUNCTION "private"."acceptance_score"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."address_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_score"(smallint, smallint, smallint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."artist_facts"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."city_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."claim_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."digest_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_styles"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."form_words"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mail_about"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailbox"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mailboxes_of_artist"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_reasons"(uuid, uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."megabytes"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."miles_from"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."newsletter_data"(private.mails) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_offers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_recount"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_answers"(smallint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_place"(text, double precision, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reason_style"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_artists"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_data"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."request_matches"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."run_chores"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_chores"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."setting"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."setting_int"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."standing_score"(boolean, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."style_bits"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."style_words"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."takes_requests"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."takes_requests"(date) TO "service_role";

REVOKE ALL ON FUNCTION "private"."today"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wanted_words"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."admin_assign_request"(uuid, uuid[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_assign_request"(uuid, uuid[], uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."directory_writes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."directory_writes"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."run_chores"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."run_chores"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_lead_status"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_lead_status"(uuid, text, text) TO "authenticated";

REVOKE ALL ON TABLE "public"."lead_messages" FROM "authenticated";

GRANT SELECT ON TABLE "public"."lead_messages" TO "authenticated";

REVOKE ALL ON TABLE "public"."lead_records" FROM "authenticated";

GRANT SELECT ON TABLE "public"."lead_records" TO "authenticated";

REVOKE ALL ON TABLE "public"."notices" FROM "authenticated";

GRANT SELECT ON TABLE "public"."notices" TO "authenticated";

REVOKE ALL ON TABLE "public"."proposals" FROM "authenticated";

GRANT SELECT ON TABLE "public"."proposals" TO "authenticated";

REVOKE ALL ON TABLE "public"."reviews" FROM "anon";

GRANT SELECT ON TABLE "public"."reviews" TO "anon";

REVOKE ALL ON TABLE "public"."reviews" FROM "authenticated";

GRANT SELECT ON TABLE "public"."reviews" TO "authenticated";

GRANT SELECT ON TABLE "public"."leads" TO "authenticated", "service_role";

CREATE INDEX reviews_objects_idx ON public.reviews USING gin (private.object_keys(pictures)) WHERE public_visible;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"reminders","every":"00:00:00","function":"write_reminders","position":1}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"expiry","every":"00:00:00","function":"expire_assignments","position":2}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"facts","every":"00:00:00","function":"count_due_facts","position":3}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"digests","every":"00:00:00","function":"write_digests","position":4}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"held requests","every":"00:10:00","function":"delete_expired_held_requests","position":5}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"removed murals","every":"00:10:00","function":"delete_unrestored_murals","position":6}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"reporters","every":"00:10:00","function":"delete_old_reporters","position":7}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"unconfirmed subscribers","every":"00:10:00","function":"delete_unconfirmed_subscribers","position":8}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.chores (name, every, function, position)
  select name, every, function, position from jsonb_populate_record(null::private.chores, '{"name":"views","every":"00:10:00","function":"delete_old_views","position":9}')
  on conflict (name) do update set every = excluded.every, function = excluded.function, position = excluded.position;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"files","query":"\n    select jsonb_build_object(''bucket'', o.bucket_id, ''path'', o.name, ''created_at'', o.created_at, ''metadata'', o.metadata)\n    from storage.objects o where o.name like auth.uid() || ''/%''\n      or (o.bucket_id = ''message-pictures'' and (split_part(o.name, ''/'', 1), split_part(o.name, ''/'', 2)) in (\n        select t.lead_id::text, t.artist_id::text from private.my_conversations() t))\n      or (o.bucket_id = ''review-pictures'' and split_part(o.name, ''/'', 1) in (\n        select c.review_id::text from private.review_checks c join public.lead_records l on l.id = c.lead_id where l.created_by_user = auth.uid()))\n      or (o.bucket_id = ''lead-photos'' and split_part(o.name, ''/'', 1) in (\n        select l.id::text from public.lead_records l where l.created_by_user = auth.uid()))"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"request_details","query":"\n    select to_jsonb(d) from public.request_details d\n    where d.lead_id in (select private.my_requests()) or d.lead_id in (select private.requests_assigned_to_me())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"assignment_events","query":"\n    select to_jsonb(e) - ''id'' from public.assignment_events e\n    where (e.lead_id, e.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"leads","query":"\n    select to_jsonb(l) - ''{created_by_user,held,reference}''::text[]\n      || jsonb_build_object(''merged_into'', (select r.merged_into from private.request_reasons r where r.lead_id = l.id),\n        ''status'', s.status, ''assigned_at'', s.created_at, ''updated_at'', s.updated_at, ''seen_at'', s.seen_at, ''state'', s.state,\n        ''answered_at'', s.answered_at, ''accepted_at'', s.accepted_at, ''completed_by'', s.completed_by, ''completed_at'', s.completed_at,\n        ''confirmed_at'', s.confirmed_at, ''client_read'', s.client_read, ''artist_read'', s.artist_read,\n        ''name'', coalesce(c.name, ''***''), ''email'', c.email, ''phone'', c.phone)\n    from public.lead_assignments s\n    join public.lead_records l on l.id = s.lead_id\n    left join public.lead_contacts c on c.lead_id = l.id and c.lead_id in (select private.requests_whose_contact_i_see())\n    where s.artist_id = private.my_artist_id() and l.id in (select private.requests_assigned_to_me())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"messages","query":"\n    select to_jsonb(m) - ''position'' || jsonb_build_object(''pictures'', private.message_line(m, null) -> ''pictures'') from public.lead_messages m\n    where (m.lead_id, m.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"proposals","query":"\n    select to_jsonb(p) from public.proposals p\n    where (p.lead_id, p.artist_id) in (select t.lead_id, t.artist_id from private.my_conversations() t)"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"deleted_murals","query":"\n    select to_jsonb(r) - ''{lead_id,client_pictures}''::text[] from private.deleted_murals r where r.artist_id = private.my_artist_id()"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"reports","query":"\n    select to_jsonb(r) from private.conversation_reports r\n    where (r.side = ''client'' and r.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid()))\n      or (r.side = ''artist'' and r.artist_id = private.my_artist_id())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"requests","query":"\n    select private.request_data(l.id) - ''matches'' || jsonb_build_object(''withdrawn_at'', l.withdrawn_at)\n    from public.lead_records l where l.created_by_user = auth.uid()"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"review_disputes","query":"\n    select jsonb_build_object(''review'', c.review_id, ''disputed_at'', c.disputed_at, ''reason'', c.dispute_reason)\n    from private.review_checks c where c.artist_id = private.my_artist_id() and c.disputed_at is not null"}')
  on conflict (part) do update set query = excluded.query;

insert into private.export_parts (part, query)
  select part, query from jsonb_populate_record(null::private.export_parts, '{"part":"reviews","query":"\n    select to_jsonb(r) - ''{public_visible,counted_at}''::text[] || jsonb_build_object(''lead_id'', c.lead_id)\n    from public.reviews r left join private.review_checks c on c.review_id = r.id\n    where r.artist_id = private.my_artist_id()\n      or c.lead_id in (select l.id from public.lead_records l where l.created_by_user = auth.uid())"}')
  on conflict (part) do update set query = excluded.query;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"pepper","most":null,"least":null,"times":null,"value":"","follows":null,"meaning":"Mixed into the hashes of rate limits, so that nobody can try every address. Each database has its own."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"client_ip_header","most":null,"least":null,"times":null,"value":"cf-connecting-ip","follows":null,"meaning":"The request header with a visitor''s address, which the proxy in front overwrites."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"media_origin","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The origin of uploaded pictures. Without it, that of any hosted project."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"webhook_url","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The address that pg_net calls when pages change."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"webhook_secret","most":null,"least":null,"times":null,"value":null,"follows":null,"meaning":"The secret that signs calls of webhook_url, as Standard Webhooks writes it (whsec_...)."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"matching","most":null,"least":null,"times":null,"value":"specification","follows":null,"meaning":"The rule that chooses artists for a request: specification or scores."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"clock_offset_seconds","most":999999999,"least":0,"times":null,"value":"0","follows":null,"meaning":"How far the clock of reminders and expiry is ahead. Only tests set it."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_min_elapsed_ms","most":600000,"least":0,"times":null,"value":"250","follows":null,"meaning":"A form that was filled in faster than this is held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_choice_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long the email that confirms a request waits for its client to choose artists, so that one email says both."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_status_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long an email about a new status waits, so that the status can change."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_message_seconds","most":2592000,"least":0,"times":null,"value":"60","follows":null,"meaning":"How long an email about an unread message waits."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_ip_limit","most":999999999,"least":0,"times":null,"value":"30","follows":null,"meaning":"Requests of one client in 10 minutes; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_email_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"The older name of lead_user_limit."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"newsletter_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Newsletter sign-ups of one client in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"link_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Request links that one client asks for in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"link_email_limit","most":999999999,"least":0,"times":null,"value":"3","follows":null,"meaning":"Request links that leave for one email address, or change, in an hour."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"report_ip_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Picture reports of one visitor in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"report_total_limit","most":999999999,"least":0,"times":null,"value":"300","follows":null,"meaning":"Picture reports of all visitors in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"view_limit","most":999999999,"least":0,"times":null,"value":"6000","follows":null,"meaning":"Views that count in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"view_artist_limit","most":999999999,"least":0,"times":null,"value":"600","follows":null,"meaning":"Views of one artist that count in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"message_limit","most":999999999,"least":0,"times":null,"value":"60","follows":null,"meaning":"Messages of one side of a conversation in 10 minutes."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"proposal_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Proposals of one artist for one request in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"completion_limit","most":999999999,"least":0,"times":null,"value":"6","follows":null,"meaning":"How often one wall can be marked as painted in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_unproven_limit","most":999999999,"least":0,"times":null,"value":"3","follows":null,"meaning":"Emails to an address that nobody has proven, after the first."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_recipient_limit","most":999999999,"least":0,"times":null,"value":"30","follows":null,"meaning":"Emails to one address in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_address_limit","most":999999999,"least":0,"times":null,"value":"10","follows":null,"meaning":"Emails to one address in a day that anybody can cause."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"mail_admin_limit","most":999999999,"least":0,"times":null,"value":"5","follows":null,"meaning":"Emails to one admin about the desk in a day."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_person_mb","most":999999999,"least":0,"times":null,"value":"500","follows":null,"meaning":"Megabytes of files that one account may keep."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_network_mb","most":999999999,"least":0,"times":null,"value":"250","follows":null,"meaning":"Megabytes of files that one network may send in an hour."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"upload_total_mb","most":999999999,"least":0,"times":null,"value":"20000","follows":null,"meaning":"Megabytes of all files together."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_user_limit","most":999999999,"least":0,"times":1,"value":null,"follows":"lead_email_limit","meaning":"Requests of one confirmed account in an hour; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

insert into private.setting_defaults (key, most, least, times, value, follows, meaning)
  select key, most, least, times, value, follows, meaning from jsonb_populate_record(null::private.setting_defaults, '{"key":"lead_total_limit","most":999999999,"least":0,"times":20,"value":null,"follows":"lead_ip_limit","meaning":"Requests of everybody in 10 minutes; more are held for an admin."}')
  on conflict (key) do update set most = excluded.most, least = excluded.least, times = excluded.times, value = excluded.value, follows = excluded.follows, meaning = excluded.meaning;

delete from private.export_parts where concat_ws(', ', part) = 'lead_details';

delete from private.export_parts where concat_ws(', ', part) = 'lead_events';

delete from private.export_parts where concat_ws(', ', part) = 'removed_murals';

reset check_function_bodies;
-- By hand: it makes the view anew and forgets that.
grant update (status) on public.leads to authenticated;
do $$
begin
  if to_regnamespace('cron') is not null then
    execute $q$select cron.schedule('chores', '* * * * *', 'select private.run_chores()')$q$;
  end if;
end
$$;

COMMENT ON FUNCTION "private"."bare_letters"(text) IS 'Letters that no accent was added to, as they are written without: Łukasz is lukasz. src/lib/slug.ts is the same.';
COMMENT ON FUNCTION "private"."check_mural"(public.murals) IS 'A mural as it is stored; refuses the first rule that is broken, in the order of the form. src/features/murals/mural-form.ts is the twin.';
COMMENT ON FUNCTION "private"."checked_details"(jsonb) IS 'The rules of what is said about a wall, and it as it is stored. What it does not know is left out, as everywhere. src/features/requests/lead-details.ts has the same.';
COMMENT ON FUNCTION "private"."is_wall_finished"(uuid, uuid) IS 'Whether both sides say that the wall is painted, or one did and two weeks have passed; src/features/requests/lead.ts has the same (askedToConfirm).';
COMMENT ON FUNCTION "private"."read_place"(text, text) IS 'A city and a state as people fill them in: ''San Antonio, TX'', with or without a state beside it, is {San Antonio, TX}. A state in full stays; two different states are left as they are. src/lib/place.ts is the same.';
COMMENT ON FUNCTION "private"."web_address"(text) IS 'A web address with its scheme, which is https where none was typed; null for anything else. src/lib/web-address.ts is the same.';
COMMENT ON TABLE "private"."assignment_moves" IS 'What each event makes of each state, and who may cause it; what is not in it is refused. src/features/requests/assignment.ts has the same.';
COMMENT ON TABLE "private"."mail_kinds" IS 'Every kind of mail. src/mail/templates.ts has a template for each, src/features/notifications/notices.ts a title for each notice; tests hold them against each other.';
COMMENT ON TABLE "private"."notice_topics" IS 'What people choose about. src/features/notifications/notices.ts has a name for each; a test holds the two against each other.';
COMMENT ON FUNCTION "private"."rate_keys"() IS 'The spans that there always are, in the order of the form; cities come beside them. RATE_KEYS of src/features/estimates is the same.';
COMMENT ON FUNCTION "private"."size_step"(numeric) IS 'The step that an area in square feet ends in. sizeStep of src/features/estimates is the same.';
COMMENT ON FUNCTION "private"."style_complexity"(text) IS 'How much there is to paint in a style; null where it says nothing. complexityOf of src/features/estimates is the same.';
COMMENT ON FUNCTION "private"."wall_area"(text) IS 'The square feet that the text of a size names, such as ''20 x 10 ft''; null for any other. feetOf of src/features/estimates reads the same.';

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"import_removed","field":"email","status":422,"message":"The owner of this address asked not to be listed, or removed their page"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"move_refused","field":null,"status":409,"message":"That is not possible any more. Someone may have been faster."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"page_claimed","field":null,"status":409,"message":"This page is already claimed."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

CREATE OR REPLACE FUNCTION private.message_data(p_mail private.mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The latest five, the oldest of them first. A mail shows no picture: it would be out of the hands of both.
  select case when count(*) > 0 then jsonb_build_object('messages', jsonb_agg(
      concat_ws(E'\n', nullif(left(u.body, 600), ''),
        case u.pictures when 0 then null when 1 then '1 photo' else u.pictures || ' photos' end) order by u.position),
      'count', max(u.total)) end
  from (
    select m.body, m.pictures, m.position, count(*) over () as total
    from public.lead_messages m join public.lead_assignments a on a.lead_id = m.lead_id and a.artist_id = m.artist_id
    where m.lead_id = p_mail.lead_id and m.artist_id = p_mail.artist_id
      and case p_mail.kind when 'lead_message' then m.sender = 'client' and m.position > a.artist_read
        else m.sender = 'artist' and m.position > a.client_read end
      and not exists (select from private.conversation_reports r where r.lead_id = m.lead_id and r.artist_id = m.artist_id)
    order by m.position desc limit 5) u
$function$;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"changed_elsewhere","field":null,"status":409,"message":"This was changed on another device."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"consent_required","field":"pictures","status":409,"message":"The client has not agreed to show their photos"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"image_refused","field":"image","status":422,"message":"Photos must be your own uploads"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"mural_picture_required","field":"image_url","status":422,"message":"Please add a photo before you publish it"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"mural_pictures_invalid","field":"pictures","status":422,"message":"Please choose 1 to 8 photos"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"mural_pictures_too_many","field":"gallery_images","status":422,"message":"A mural takes at most 12 photos"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"picture_gone","field":null,"status":404,"message":"This photo is not on the page any more."}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"pictures_full","field":"pictures","status":409,"message":"There is no room for more photos in this conversation"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"pictures_too_many","field":"pictures","status":422,"message":"A message takes at most 4 photos"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"publish_picture_required","field":"portfolio_images","status":422,"message":"Please add a photo before you publish"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"review_pictures_invalid","field":"pictures","status":422,"message":"A review takes at most 3 photos of its own"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;

insert into private.error_codes (code, field, status, message)
  select code, field, status, message from jsonb_populate_record(null::private.error_codes, '{"code":"review_town_too_long","field":"town","status":422,"message":"City must be at most 60 characters"}')
  on conflict (code) do update set field = excluded.field, status = excluded.status, message = excluded.message;
