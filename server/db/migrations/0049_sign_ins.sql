-- How the sign-in of a session began; null for sessions from before.
alter table sessions add column method text
  constraint sessions_method_check check (method in ('code', 'google', 'invite', 'sso'));
-- Sign-ins and other entries are listed apart (modules/audit).
create index audit_log_sign_ins on audit_log (workspace_id, id)
  where action in ('sign_in.enter', 'sign_in.refuse');
create index audit_log_others on audit_log (workspace_id, id)
  where action not in ('sign_in.enter', 'sign_in.refuse');
