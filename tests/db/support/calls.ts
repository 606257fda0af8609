import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { type Cell, cells } from './matrix.ts';
import {
  ACTORS,
  CLAIM,
  id,
  MAIL_SENT,
  PAPER,
  SA1,
  TOKEN,
  TOKEN_L1,
  TOKEN_PAGE,
  UNSUBSCRIBE,
  upload,
} from './world.ts';

const AGREEMENT = JSON.stringify(agreementDraftSchema.parse(agreementCase())).replaceAll("'", '');

/**
 * Who may call what: a line of answers, one for each caller, and below it the calls that get them. `ok` is an answer,
 * `x` a refusal (42501), a word the product's own error code. What stands in braces is named in `VALUES`, or is the id
 * of that label in `world.ts`. What no API role may call in `private` is found by its rights.
 */
const TABLE = `
ok | ok | ok | ok | ok | ok | ok | x
  submit_lead(gen_random_uuid(), {claim}, 'Name', 'a@example.com', '', 'Austin', 'A wall to paint', '', 'brick', 'abstract', '1k-5k')
  select_lead_artists({L4}, {claim}, array[{A2}]::uuid[])
  track_request({link of L4})
  add_request_artist({link of L4}, {A2})
  add_request_line({link of L4}, 'One more thing')
  correct_request_contact({link of L4}, 'Name', 'a@example.com')
  rotate_request_link({link of L4})
  erase_request({link of L4})
  renew_request_link('who@example.com')
  set_site_facts('{"owner": "mine"}', {link of L1})
  enter_code({link of L4}, '123456')
  stop_address_change({link of L4})
  mail_request_link({link of L4})
  subscribe_newsletter('new@example.com')
  confirm_newsletter({link of newsletter})
  send_message({L1}, {A2}, p_body => 'Hello', p_key => gen_random_uuid(), p_token => {link of L1})
  read_conversation({L1}, {A2}, p_before => null, p_token => {link of L1})
  mark_conversation_read({L1}, {A2}, p_position => 1000, p_token => {link of L1})
  report_message({X2}, p_token => {link of L1})
  accept_proposal({P1}, {link of L1})
  read_agreement({L1}, {A2}, {link of L1})
  read_payments({L1}, {A2}, p_token => {link of L1})
  read_sealed_jobs()
  read_sealed_jobs({link of L1})
  close_request(p_token => {link of L1})
  decline_proposal({P1}, {link of L1})
  read_job({L1}, {A2}, {link of L1})
  diary_data({L1}, {A2}, p_token => {link of L1})
  sketch_data({L1}, {A2}, p_token => {link of L1})
  edit_review({V1}, 3, 'Painted in fourteen days.', 'Ana', '', {link of L1})
  set_review_pictures({V1}, '{}', {link of L1})
  conversation_review({L1}, {A2}, {link of L1})
  claimable_page('a4')
  claimable_page(null, {link of A4})
  delete_unclaimed_page({link of A4})
  page_pictures('/mural/m1')
  report_picture({R9}, '/mural/m1', '${upload('portfolio-images', 'artist2', 'm1.jpg')}', 'offensive')
  place_consent({L1}, {A2}, {link of L1})
  request_photos(null, {link of L1})
  request_rules(p_token => {link of L1})
  private.submit_lead(gen_random_uuid(), {claim}, 'Name', 'b@example.com', '', 'Austin', 'A wall to paint', '', 'brick', 'abstract', '1k-5k', null, '', null)
  count_view('artist', 'a2')
  count_view('artist', 'nobody')
x | ok | ok | ok | ok | ok | ok | x
  my_open_requests()
  adopt_requests()
  conversation_summaries(array[{L1}]::uuid[])
  my_papers()
  finished_mural(p_mural => gen_random_uuid())
  order_murals(array[{M2}, {M1}]::uuid[])
  deleted_murals()
  private.deleted_murals()
  my_request_artists()
  my_wall_photos()
  export_my_data()
  private.export_my_data()
  my_notices()
  my_page_is_up()
  my_news()
  mark_notices_read()
  set_notice_preference('leads', 'here')
x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | x
  admin_list_subscribers()
  admin_newsletter()
  send_newsletter(gen_random_uuid(), 'News', p_artists => array[{A2}]::uuid[])
  admin_read_conversation({L1}, {A2}, 'The client asked for help')
  admin_dismiss_reports({L1}, {A2})
  hide_review({V1}, 'It names a third person.')
  show_review({V2})
  import_murals('[{"line": 2, "title": "Wall"}]', true)
  import_artists('[{"line": 2, "name": "Ana"}]', true)
  imported_photos('{ana}')
  show_imported_artists('{ana}')
  invite_artist({A4})
  invite_new_artists()
  decide_paper({PP}, false, 'It has ended')
  admin_open_paper({PP})
  decide_claim({PC}, true)
  hide_mural({M1}, 'Not their wall')
  show_mural({M1})
  feature_mural({M1}, true)
  give_mural({M1}, {A1})
  admin_list_murals()
  decide_picture_report({PR}, 'dismiss')
  admin_list_picture_reports()
  admin_needs()
  dismiss_mail(${MAIL_SENT})
  admin_request({L1})
  admin_person({client})
  admin_suggestions(array[{L4}]::uuid[])
  admin_find_artists('a')
  admin_request_cities()
  add_request_notes(array[{L1}]::uuid[], 'Called twice')
  delete_request_note({LN})
  assign_requests(array[{L4}]::uuid[], {A2})
  remind_artists(array[{L1}]::uuid[])
  merge_requests({L1}, {L3})
  admin_list_reviews()
  save_city({C1}, '{"featured": true}', '{"featured": false}')
  save_city({C1}, '{}', '{}')
  save_city_rule({SA1}, '{"title": "Z"}', (select jsonb_build_object('title', r.title) from public.city_rules r where r.id = {SA1}))
  save_city_rule({SA1}, '{}', '{}')
  admin_overview()
  admin_requests_by_day()
  admin_list_users()
  admin_list_artists()
  admin_list_requests()
  admin_list_cities()
  admin_list_audit()
  admin_assign_request({L4}, array[{A2}]::uuid[])
  admin_assign_request({L4}, array[{A2}]::uuid[], '{}')
  admin_release_request({L3})
  delete_held_requests()
  keep_held_requests(array[{L3}]::uuid[])
  admin_publishing()
  request_publish('rebuild')
  admin_mails()
  resend_mail(${MAIL_SENT})
  private.delete_held_requests(null)
  private.keep_held_requests(array[{L3}]::uuid[])
x | x | x | x | x | x | x | ok
  lease_imported_photos(1, 60)
  finish_imported_photo(1)
  refresh_estimates()
  examine_setup('msg', 1, '{}')
  operator_figures()
  lease_mails(1, 60)
  run_chores()
  finish_mail(1, true)
  keep_mails(array[1::bigint], 60)
  grant_admin('client@example.com')
  revoke_admin('admin@example.com')
  list_admins()
  read_site_changes()
  finish_site_changes('{1}')
  directory_checksum()
  directory_writes()
  end_pauses()
  remember_webhook('w1')
  start_publish_job('full')
  finish_publish_job(gen_random_uuid(), true)
  read_publish_requests()
  finish_publish_request(1)
  take_lease('publish', 'a', 9)
  end_lease('publish', 'a')
  note_site_files('a', '{index.html}')
  read_site_log(null)
claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | claim_refused | x
  select_lead_artists({L4}, 'x', array[{A2}]::uuid[])
artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | artists_not_offered | x
  select_lead_artists({L4}, {claim}, array[{A1}]::uuid[])
x | status_refused | status_refused | ok | ok | status_refused | ok | x
  set_lead_status({L1}, 'completed')
  set_lead_status({L1}, 'in_review', 'new')
x | status_refused | status_refused | ok | status_refused | status_refused | ok | x
  set_lead_status({L2}, 'completed')
x | status_refused | status_refused | status_refused | status_refused | status_refused | status_refused | x
  set_lead_status({L4}, 'completed')
x | status_refused | status_refused | status_refused | status_refused | status_refused | ok | x
  set_lead_status({L5}, 'completed')
  set_lead_status({L5}, 'in_review', 'new')
x | status_refused | status_refused | changed_elsewhere | status_refused | status_refused | ok | x
  set_lead_status({L2}, 'in_review', 'new')
move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | move_refused | x
  ask_artist_again({link of L4}, {A1})
  ask_agreement_change({L1}, {A2}, 'x', 'More', p_token => {link of L1})
  sign_agreement({L1}, {A2}, 'x', 'Name', p_token => {link of L1})
  send_agreement_code({L1}, {A2}, 'x', {link of L1})
  move_payment({L1}, {A2}, {P1}, 'ask', gen_random_uuid(), p_token => {link of L1})
  report_payment({L1}, {A2}, {P1}, 5, 'Zelle', '2026-11-20', gen_random_uuid(), p_token => {link of L1})
  call_off_job({L1}, {A2}, 'Sold', {link of L1})
  ask_for_agreement({L1}, {A2}, {link of L1})
  skip_agreement({L1}, {A2}, {link of L1})
  add_sketch_pin({L1}, {A2}, 1, 0.5, 0.5, 'Bluer', gen_random_uuid(), p_token => {link of L1})
  ask_sketch_changes({L1}, {A2}, 1, p_token => {link of L1})
  keep_sketch({L1}, {A2}, p_token => {link of L1})
  undo_completion({L1}, {A2}, {link of L1})
  dispute_completion({L1}, {A2}, {link of L1})
  set_place_consent({L1}, {A2}, true, {link of L1})
link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
  request_photos({L1}, 'wrong')
  send_message({L2}, {A1}, p_body => 'Hello', p_key => gen_random_uuid(), p_token => {link of L1})
  read_conversation({L2}, {A1}, p_before => null, p_token => {link of L1})
  mark_conversation_read({L2}, {A1}, p_position => 1000, p_token => {link of L1})
  edit_review({V3}, 3, 'Painted in fourteen days.', 'Ana', '', {link of L1})
link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
  track_request(null, p_lead => {L4})
  close_request({L4})
  erase_request(null, p_lead => {L4})
  track_request('wrong', {L1})
link_refused | ok | link_refused | link_refused | link_refused | link_refused | link_refused | x
  track_request(null, p_lead => {L1})
  add_request_line(null, 'One more thing', p_lead => {L1})
  correct_request_contact(null, 'Name', 'a@example.com', p_lead => {L1})
  erase_request(null, p_lead => {L1})
  set_site_facts('{"owner": "mine"}', p_lead => {L1})
  stop_address_change(null, p_lead => {L1})
  read_sealed_jobs(p_lead => {L1})
  close_request({L1})
link_refused | artists_not_offered | link_refused | link_refused | link_refused | link_refused | link_refused | x
  add_request_artist(null, {A2}, p_lead => {L1})
link_refused | move_refused | link_refused | link_refused | link_refused | link_refused | link_refused | x
  ask_artist_again(null, {A1}, p_lead => {L1})
link_refused | ok | link_refused | link_refused | link_refused | link_refused | ok | x
  rotate_request_link(null, p_lead => {L1})
  request_photos({L3})
invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | invalid_input | x
  send_code({link of L4}, 'track_request')
not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  ask_address_change({link of L4}, 'new@example.com')
  edit_review({V3}, 3, 'Painted in fourteen days.', 'Ana', '', null)
newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | newsletter_refused | x
  confirm_newsletter('wrong')
not_allowed | ok | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
  send_message({L1}, {A2}, p_body => 'Hello', p_key => gen_random_uuid())
  read_conversation({L1}, {A2}, p_before => null)
  mark_conversation_read({L1}, {A2}, p_position => 1000)
  read_agreement({L1}, {A2})
  read_payments({L1}, {A2})
  read_job({L1}, {A2})
  diary_data({L1}, {A2})
  sketch_data({L1}, {A2})
  conversation_review({L1}, {A2})
not_allowed | ok | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
  send_message({L1}, {A1}, p_body => 'Hello', p_key => gen_random_uuid())
  read_conversation({L1}, {A1}, p_before => null)
  mark_conversation_read({L1}, {A1}, p_position => 1000)
not_allowed | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
  report_message({X1})
not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  report_message({X2})
  accept_proposal({P1})
  decline_proposal({P1})
  edit_review({V1}, 3, 'Painted in fourteen days.', 'Ana', '', null)
  set_review_pictures({V1}, '{}')
x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  admin_read_conversation({L1}, {A2}, 'because')
  note_mural_picture(gen_random_uuid(), '${upload('portfolio-images', 'artist', '1-0.webp')}', 'x')
  mark_request_seen({L4})
  mark_request_seen({L5})
x | not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | x
  send_proposal({L1}, 900, null, current_date + 9, 3, null, current_date + 9, gen_random_uuid())
  decline_lead({L1}, 'Fully booked')
  remove_paper({PP})
  finished_mural({L1})
  mark_request_seen({L1})
  my_day()
x | not_allowed | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
  withdraw_proposal({P1})
  reply_to_review({V1}, 'Thank you.')
  reply_to_review({V2}, 'Thank you.')
  dispute_review({V1}, 'Not my wall')
x | not_allowed | not_allowed | move_refused | move_refused | not_allowed | not_allowed | x
  offer_agreement({L1}, '${AGREEMENT}', 0, gen_random_uuid())
  take_back_agreement({L1}, 'x')
  add_sketch({L1}, repeat('0', 64), gen_random_uuid())
  offer_sketch_round({L1}, 100)
  start_finished_mural({L1})
not_allowed | move_refused | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
  ask_agreement_change({L1}, {A2}, 'x', 'More')
  sign_agreement({L1}, {A2}, 'x', 'Name')
  end_agreement({L1}, {A2}, 'Sold')
  move_payment({L1}, {A2}, {P1}, 'ask', gen_random_uuid())
  report_payment({L1}, {A2}, {P1}, 5, 'Zelle', '2026-11-20', gen_random_uuid())
  call_off_job({L1}, {A2}, 'Sold')
  ask_for_agreement({L1}, {A2})
  skip_agreement({L1}, {A2})
  add_sketch_pin({L1}, {A2}, 1, 0.5, 0.5, 'Bluer', gen_random_uuid())
  reopen_sketch({L1}, {A2})
  keep_sketch({L1}, {A2})
not_allowed | not_allowed | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
  send_agreement_code({L1}, {A2}, 'x', null)
proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | proof_required | x
  end_agreement({L1}, {A2}, 'Sold', p_token => {link of L1})
  approve_sketch({L1}, {A2}, 1, 'x', p_token => {link of L1})
  reopen_sketch({L1}, {A2}, p_token => {link of L1})
  agree_sketch_round({P1}, {L1}, {A2}, p_token => {link of L1})
x | not_allowed | not_allowed | invalid_input | invalid_input | not_allowed | not_allowed | x
  save_agreement_terms('{}', '{}')
not_allowed | invalid_input | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | x
  send_message({L1}, {A2}, '', gen_random_uuid(), p_pictures => 1, p_stage => 'done')
not_allowed | move_refused | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  ask_sketch_changes({L1}, {A2}, 1)
  approve_sketch({L1}, {A2}, 1, 'x')
  agree_sketch_round({P1}, {L1}, {A2})
not_allowed | move_refused | not_allowed | not_allowed | ok | not_allowed | not_allowed | x
  complete_request({L1}, {A2})
not_allowed | not_allowed | ok | ok | not_allowed | not_allowed | not_allowed | x
  complete_request({L2}, {A1})
not_allowed | not_allowed | ok | move_refused | not_allowed | not_allowed | not_allowed | x
  dispute_completion({L2}, {A1})
not_allowed | not_allowed | move_refused | ok | not_allowed | not_allowed | not_allowed | x
  undo_completion({L2}, {A1})
not_allowed | review_exists | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  submit_review({L1}, {A2}, 5, 'Painted in four days.', null)
not_allowed | review_too_early | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  submit_review({L1}, {A1}, 5, 'Painted in four days.', null)
not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | not_allowed | x
  submit_review({L2}, {A1}, 5, 'Painted in four days.', null)
  place_consent({L2}, {A1})
  set_place_consent({L2}, {A1}, true)
review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | review_too_early | x
  submit_review({L1}, {A1}, 5, 'Painted in four days.', {link of L1})
not_allowed | review_pictures_invalid | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | x
  set_review_pictures({V1}, array['${upload('portfolio-images', 'artist', '1-0.webp')}'])
x | not_allowed | not_allowed | ok | not_allowed | not_allowed | not_allowed | x
  reply_to_review({V3}, 'Thank you.')
  dispute_review({V3}, 'Not my wall')
  finished_mural({L2})
x | not_allowed | not_allowed | paper_missing | paper_missing | not_allowed | not_allowed | x
  send_certificate({X1}, '${id('A1')}/${id('X1')}.pdf', 'Acme', 1000000, current_date + 90)
x | not_allowed | not_allowed | ok | paper_missing | not_allowed | not_allowed | x
  send_certificate({PP}, '${PAPER}', 'Acme', 1000000, current_date + 90)
paper_refused | paper_refused | ok | paper_refused | paper_refused | paper_refused | paper_refused | x
  agreed_papers({L2}, {A1})
  open_certificate({L2}, {A1})
paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | paper_refused | x
  agreed_papers({L2}, {A1}, {another link})
  open_certificate({L1}, {A1})
  open_certificate({L2}, {A1}, {another link})
page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | x
  claimable_page(null, {claim})
  delete_unclaimed_page({claim})
x | artist_unknown | artist_unknown | artist_unknown | artist_unknown | artist_unknown | artist_unknown | x
  claim_artist({A4})
x | page_claimed | page_claimed | page_claimed | ok | page_claimed | page_claimed | x
  claim_artist({A2})
x | artist_account_needed | artist_account_needed | own_profile_exists | own_profile_exists | ok | artist_account_needed | x
  confirm_claim({link of A4})
x | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | page_link_refused | x
  confirm_claim({claim})
picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | picture_gone | x
  report_picture({R9}, '/mural/m2', '${upload('portfolio-images', 'artist2', 'm1.jpg')}', 'offensive')
x | not_allowed | not_allowed | move_refused | not_allowed | not_allowed | not_allowed | x
  start_finished_mural({L2})
link_refused | ok | link_refused | ok | ok | link_refused | ok | x
  request_photos({L1})
  request_rules({L1})
  private.request_rules({L1}, null)
link_refused | link_refused | link_refused | link_refused | link_refused | link_refused | ok | x
  request_photos({L4})
  request_rules({L4})
  request_rules({L5})
x | not_allowed | not_allowed | ok | ok | ok | not_allowed | x
  ensure_artist_profile()
x | profile_refused | profile_refused | ok | profile_refused | profile_refused | ok | x
  save_artist_profile({A1}, p_changes => '{"phone": "2"}', p_read => '{"phone": "1"}')
x | profile_refused | profile_refused | profile_refused | ok | profile_refused | ok | x
  save_artist_profile({A2}, p_changes => '{"phone": "2"}', p_read => '{"phone": "1"}')
  save_artist_profile({A2}, p_changes => '{}', p_read => '{}')
  private.write_profile((select a from public.artists a where a.id = {A2}), '{"bio": "x"}')
x | mural_refused | mural_refused | mural_refused | ok | mural_refused | ok | x
  save_mural({M1}, '{"credit": "Ana"}', '{"credit": null}')
  save_mural({M2}, '{}', '{}')
x | mural_refused | mural_refused | mural_refused | invalid_input | mural_refused | invalid_input | x
  save_mural({M1}, '{"artist_id": "${id('A1')}"}', '{"artist_id": "${id('A2')}"}')
x | mural_refused | mural_refused | mural_refused | ok | mural_refused | mural_refused | x
  delete_mural({M1})
  restore_mural({M2})
x | mural_refused | mural_refused | ok | mural_refused | mural_refused | mural_refused | x
  restore_mural({M4})
x | not_allowed | not_allowed | not_allowed | ok | not_allowed | ok | x
  private.note_place({M1}, 'Here')
link_refused | link_refused | ok | ok | link_refused | link_refused | ok | x
  request_rules({L2})
x | ok | ok | ok | ok | ok | ok | ok
  private.wall_conditions()
  private.known_city('Seguin', 'TX')
x | not_allowed | not_allowed | not_allowed | not_allowed | not_allowed | ok | ok
  storage_room()
  private.storage_room()
x | ok | ok | ok | ok | ok | last_admin | x
  delete_my_account()
ok | ok | ok | ok | ok | ok | ok | ok
  unsubscribe({link of mail})
  unsubscribe('wrong')
`;

const VALUES: Record<string, string> = {
  'link of L1': TOKEN_L1,
  'link of L4': TOKEN,
  'another link': TOKEN_L1,
  'link of A4': TOKEN_PAGE,
  'link of newsletter': TOKEN,
  'link of mail': UNSUBSCRIBE,
  claim: CLAIM,
  SA1,
};
const VALUE = new RegExp(`\\{(${Object.keys(VALUES).join('|')}|[A-Z]{1,2}\\d?|client)\\}`, 'g');

/** The SQL of a call of the table. */
export const sqlOfCall = (call: string): string =>
  (call.startsWith('private.') ? call : `public.${call}`).replace(
    VALUE,
    (_, name: string) => `'${VALUES[name] ?? id(name)}'`,
  );

/** Nobody gets anything with a wrong link, of all that the link of a request gets. */
const WRONG = [...Array(7).fill('link_refused'), 'x'].join(' | ');

function rows(): string[] {
  let answers = '';
  return TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('  ')) {
        answers = line;
        return [];
      }
      const call = line.trim();
      const wrong = call.replace(/\{link of L\d\}/, "'wrong'");
      return [`${call} | ${answers}`, ...(wrong === call ? [] : [`${wrong} | ${WRONG}`])];
    });
}

export const CALLS: Cell[] = cells([`call | ${ACTORS.join(' | ')}`, ...rows()].join('\n'));
