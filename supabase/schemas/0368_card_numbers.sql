-- No text of a job has the number of a card: a stranger with the link of a request could read it. Agreements
-- are checked field by field (private.agreement_text), and messages where they are sent (private.send_message): the many
-- of a conversation pass as few triggers as can be.
create function private.refuse_card_numbers() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_field text;
begin
  foreach v_field in array tg_argv loop
    if private.has_card_number(to_jsonb(new) ->> v_field) then perform private.fail('account_number_refused', v_field); end if;
  end loop;
  return new;
end
$$;
comment on function private.refuse_card_numbers() is 'Refuses a row with the number of a card in one of the fields that the trigger names.';

create trigger lead_records_card_numbers before insert or update of project_description on public.lead_records
  for each row execute function private.refuse_card_numbers('project_description');
create trigger proposals_card_numbers before insert or update of message on public.proposals
  for each row execute function private.refuse_card_numbers('message');
create trigger assignment_events_card_numbers before insert or update of reason on public.assignment_events
  for each row when (new.reason is not null) execute function private.refuse_card_numbers('reason');
create trigger agreements_card_numbers before insert or update of change, ended_reason on private.agreements
  for each row execute function private.refuse_card_numbers('change', 'ended_reason');
create trigger payment_notes_card_numbers before insert on private.payment_notes
  for each row execute function private.refuse_card_numbers('note', 'how');
create trigger sketch_pins_card_numbers before insert on private.sketch_pins
  for each row execute function private.refuse_card_numbers('body');
create trigger sketch_events_card_numbers before insert on private.sketch_events
  for each row when (new.note is not null) execute function private.refuse_card_numbers('note');
create trigger reviews_card_numbers before insert or update of body, reply on public.reviews
  for each row execute function private.refuse_card_numbers('body', 'reply');
