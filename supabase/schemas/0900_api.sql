-- What every table has, and the API: which functions of `private` each role may call, through one in `public` of the same name.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
  loop
    execute format('alter table %s enable row level security', v_table);
  end loop;
end
$$;

-- Of the view the secret key reads only.
grant all on all tables in schema public to service_role;
revoke all on public.leads from service_role;
grant select on public.leads to service_role;

create function private.open_api(p_roles text, p_names text[]) returns void
  language plpgsql set search_path = '' as $$
declare
  v_name text;
  v_function pg_catalog.pg_proc;
  v_arguments text;
  v_body text;
begin
  foreach v_name in array p_names loop
    select * into strict v_function from pg_catalog.pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = v_name;
    v_arguments := pg_get_function_identity_arguments(v_function.oid);
    -- The token of a request goes through the proof that its act takes.
    v_body := format('select %sprivate.%I(%s)', case when v_function.proretset then '* from ' else '' end, v_name, (
      select string_agg(case when a.name = 'p_token' and exists (select from private.act_proofs t where t.act = v_name)
        then format('private.with_proof(%L, p_token)', v_name) else a.name end, ', ' order by a.at)
      from unnest(v_function.proargnames[1:v_function.pronargs]) with ordinality a (name, at)));
    execute format('create function public.%I(%s) returns %s language sql %s security invoker %s set search_path = '''' as %L',
      v_name, pg_get_function_arguments(v_function.oid), pg_get_function_result(v_function.oid),
      case v_function.provolatile when 's' then 'stable' else 'volatile' end,
      case when v_function.proretset then 'rows ' || v_function.prorows end, v_body);
    execute format('comment on function public.%I(%s) is %L', v_name, v_arguments, obj_description(v_function.oid, 'pg_proc'));
    execute format('grant execute on function private.%1$I(%2$s), public.%1$I(%2$s) to %3$s', v_name, v_arguments, p_roles);
  end loop;
end
$$;
comment on function private.open_api(text, text[]) is
  'Makes a function of private callable by these roles: one in public with its name, arguments and comment passes the call on, with the rights of the caller.';

select private.open_api('anon, authenticated', '{
  accept_proposal,add_request_artist,add_request_line,add_sketch_pin,agree_sketch_round,agreed_papers,
  ask_address_change,ask_agreement_change,ask_artist_again,ask_for_agreement,call_off_job,claimable_page,
  close_request,confirm_newsletter,conversation_review,correct_request_contact,count_view,decline_proposal,
  delete_unclaimed_page,diary_data,edit_review,end_agreement,enter_code,erase_request,mail_request_link,
  mark_conversation_read,move_payment,open_certificate,page_pictures,place_consent,read_agreement,
  read_conversation,read_job,read_payments,read_sealed_jobs,renew_request_link,report_message,report_payment,
  report_picture,request_photos,request_rules,rotate_request_link,select_lead_artists,send_agreement_code,
  send_code,send_message,set_place_consent,set_review_pictures,set_site_facts,sign_agreement,sketch_data,
  skip_agreement,stop_address_change,submit_lead,submit_review,subscribe_newsletter,track_request}');
select private.open_api('authenticated', '{
  add_request_notes,add_sketch,admin_assign_request,admin_dismiss_reports,admin_find_artists,
  admin_list_artists,admin_list_audit,admin_list_cities,admin_list_murals,admin_list_picture_reports,
  admin_list_requests,admin_list_reviews,admin_list_subscribers,admin_list_users,admin_mails,admin_needs,
  admin_newsletter,admin_open_paper,admin_overview,admin_person,admin_publishing,admin_read_conversation,
  admin_release_request,admin_request,admin_request_cities,admin_requests_by_day,admin_suggestions,
  adopt_requests,assign_requests,claim_artist,confirm_claim,conversation_summaries,decide_claim,decide_paper,
  decide_picture_report,decline_lead,delete_held_requests,delete_mural,delete_my_account,delete_request_note,
  deleted_murals,dismiss_mail,dispute_review,ensure_artist_profile,export_my_data,feature_mural,
  finished_mural,give_mural,hide_mural,hide_review,import_artists,import_murals,imported_photos,
  invite_artist,invite_new_artists,keep_held_requests,mark_notices_read,mark_request_seen,merge_requests,
  my_day,my_news,my_notices,my_open_requests,my_page_is_up,my_papers,my_request_artists,my_wall_photos,
  note_mural_picture,offer_agreement,offer_sketch_round,order_murals,remind_artists,remove_paper,
  reply_to_review,request_publish,resend_mail,restore_mural,save_agreement_terms,save_artist_profile,
  save_city,save_city_rule,save_mural,send_certificate,send_newsletter,send_proposal,set_lead_status,
  set_notice_preference,show_imported_artists,show_mural,show_review,start_finished_mural,take_back_agreement,
  withdraw_proposal}');
select private.open_api('authenticated, service_role', '{storage_room}');
select private.open_api('service_role', '{
  examine_setup,finish_imported_photo,finish_mail,keep_mails,lease_imported_photos,lease_mails,list_admins,
  operator_figures,run_chores}');
