-- To whom a person shows birthday and work anniversary. Null: the person has not chosen.
alter table users
  add column birthday_visibility text
    check (birthday_visibility in ('everyone', 'team', 'private', 'nothing')),
  add column anniversary_visibility text
    check (anniversary_visibility in ('everyone', 'team', 'private', 'nothing'));
-- Whether birthdays are shown once a person agrees, unless a person refuses, or never.
alter table settings add column birthdays text not null default 'opt_in'
  check (birthdays in ('opt_in', 'opt_out', 'off'));
-- Row level security also applies to the owner, so each workspace is changed by itself.
do $$
declare
  v_workspace uuid;
begin
  for v_workspace in select id from workspaces loop
    perform set_config('laurel.workspace', v_workspace::text, true);
    update users set birthday_visibility = 'nothing', anniversary_visibility = 'nothing'
    where workspace_id = v_workspace and not show_dates;
    update settings set birthdays = 'opt_out' where workspace_id = v_workspace;
  end loop;
  perform set_config('laurel.workspace', '', true);
end $$;
alter table users drop column show_dates; -- with the indexes on it
create index users_birthdays on users (
  workspace_id,
  ((extract(month from birth_date) * 100 + extract(day from birth_date))::int)
) where birth_date is not null and state = 'accepted';
create index users_anniversaries on users (
  workspace_id,
  ((extract(month from hire_date) * 100 + extract(day from hire_date))::int)
) where hire_date is not null and state = 'accepted';
