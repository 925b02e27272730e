-- Proof of presence, changes of address that can be undone, sessions that stay in one workspace, and deletion of a
-- workspace after a grace period (decision 037).

------------------------------------------------------------------ sessions

alter table sessions
  -- Last proof of presence in this session: a mailed code, or the second factor.
  add column proven_at timestamptz,
  -- Begun by an invite link: stays in its workspace until a code was given.
  add column confined boolean not null default false,
  -- The session that this sign-in began with: usually its temporary token. Null for that one itself.
  add column sign_in_id uuid,
  -- The session or temporary token that started this one.
  add column opened_by uuid,
  -- An impersonator's session: when it first read a private post.
  add column private_read_at timestamptz;
create index sessions_of_sign_in on sessions (sign_in_id) where sign_in_id is not null;

-- The code of the danger zone is a presence code now. Codes live ten minutes.
delete from sign_in_codes where purpose = 'danger';
alter table sign_in_codes
  drop constraint sign_in_codes_purpose_check,
  add constraint sign_in_codes_purpose_check check (purpose in ('sign_in', 'change_email', 'presence'));

------------------------------------------------------------------ changes of address

-- Belongs to an account, as its address does, and goes with it. Only the hash of the undo token is kept.
create table address_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  undo_hash bytea not null unique,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index address_changes_of_account on address_changes (account_id, changed_at);
create index address_changes_by_age on address_changes (changed_at);
grant select, insert, update, delete on address_changes to laurel_app;

-- Puts an earlier address of an account back in every workspace. Another account that has the address and never accepted
-- an invitation gives way: its invitations become this account's, or end where this account is a member already.
-- Refuses with email_taken when somebody has used the address since.
create function account_restore_email(p_account uuid, p_email text, p_at timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_other uuid;
begin
  select id into v_other from accounts where email = p_email and id <> p_account for update;
  if v_other is not null then
    if exists (select 1 from users where account_id = v_other and accepted_at is not null) then
      perform refuse('email_taken', '{"field": "email"}');
    end if;
    update users u set state = 'deleted', deleted_at = p_at, account_id = null, email = '', first_name = '', last_name = ''
    where u.account_id = v_other and exists (select 1 from users mine where mine.workspace_id = u.workspace_id and mine.account_id = p_account);
    update users set account_id = p_account where account_id = v_other;
    delete from accounts where id = v_other;
  end if;
  -- What was linked or handed out while the other address stood may be somebody else's: Google, and calendar addresses.
  update accounts set email = p_email, google_sub = null where id = p_account;
  update users set email = p_email, calendar_salt = null where account_id = p_account;
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;

------------------------------------------------------------------ deletion of a workspace

alter table workspaces
  add column deletion_due_at timestamptz,
  -- The user who asked; no foreign key, since users go before their workspace does.
  add column deletion_asked_by uuid,
  add check ((deletion_due_at is null) = (deletion_asked_by is null));
create index workspaces_deletion_due on workspaces (deletion_due_at) where deletion_due_at is not null and deleted_at is null;

-- Workspaces whose grace period is over.
create function workspaces_deletion_due(p_at timestamptz, p_limit integer) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from workspaces where deletion_due_at <= p_at and deleted_at is null order by deletion_due_at limit p_limit
$$;

revoke execute on function account_restore_email(uuid, text, timestamptz), workspaces_deletion_due(timestamptz, integer) from public;
grant execute on function account_restore_email(uuid, text, timestamptz), workspaces_deletion_due(timestamptz, integer) to laurel_app;
