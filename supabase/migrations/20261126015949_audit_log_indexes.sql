set check_function_bodies = off;

CREATE INDEX audit_log_actor_at_idx ON private.audit_log USING btree (actor, at);

CREATE INDEX audit_log_subject_idx ON private.audit_log USING btree (subject);

reset check_function_bodies;
