-- People, workspace and every setting: imports, impersonation links, the outbox that drains itself, switches of each
-- user, and the functions that take things away for good (demo data, reset, deletion).

------------------------------------------------------------------ people

alter table users add column show_dates boolean not null default true;
-- Upcoming birthdays and anniversaries are found by month and day, never by year.
create index users_birthdays on users (workspace_id, ((extract(month from birth_date) * 100 + extract(day from birth_date))::int))
  where birth_date is not null and state = 'accepted' and show_dates;
create index users_anniversaries on users (workspace_id, ((extract(month from hire_date) * 100 + extract(day from hire_date))::int))
  where hire_date is not null and state = 'accepted' and show_dates;

alter table "values" add column updated_at timestamptz;

-- An operator's link into somebody's place: made on the command line, good once within ten minutes.
create table impersonation_links (
  workspace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  operator text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade
);

-- A wallet and a row of permissions for each new user, a statement at a time: 100,000 people are not 200,000 statements.
create or replace function user_open() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallets (workspace_id, user_id) select workspace_id, id from added;
  insert into permissions (workspace_id, user_id) select workspace_id, id from added;
  return null;
end $$;
drop trigger users_open on users;
create trigger users_open after insert on users referencing new table as added for each statement execute function user_open();

------------------------------------------------------------------ imports

create table imports (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  id uuid not null,
  state text not null check (state in ('uploaded', 'in_progress', 'canceled', 'failed', 'finished')),
  file_name text not null,
  header text[] not null,
  fields text[] not null,
  rows_count integer not null default 0,
  done_count integer not null default 0,
  invited_count integer not null default 0,
  updated_count integer not null default 0,
  refused_count integer not null default 0,
  last_error text not null default '',
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, created_by) references users (workspace_id, id)
);

-- One row of the file. `outcome` is null until the row has been worked on; `code` is why it was refused.
create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null,
  line integer not null,
  cells text[] not null,
  outcome text check (outcome in ('invited', 'updated', 'refused')),
  code text,
  user_id uuid,
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
);
create index import_rows_open on import_rows (workspace_id, import_id, line) where outcome is null;
create index import_rows_refused on import_rows (workspace_id, import_id, line) where outcome = 'refused';

------------------------------------------------------------------ the outbox drains itself (decision 009)

alter table outbox
  add column user_id uuid,
  add column import_id uuid,
  add column next_at timestamptz not null default '-infinity',
  add foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  add foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade;
-- The one index that crosses workspaces: workers look for what is due, whosoever it is.
create index outbox_due on outbox (next_at) where state = 'waiting';
create index outbox_of_import on outbox (workspace_id, import_id, state) where import_id is not null;

-- Takes mails that are due, for p_lease: until then no other worker sees them, afterwards (this one died) another does.
create function outbox_take(p_at timestamptz, p_lease interval, p_limit integer)
returns table (workspace_id uuid, id uuid) language sql security definer set search_path = public, pg_temp as $$
  update outbox o set next_at = p_at + p_lease
  from (select d.workspace_id, d.id from outbox d where d.state = 'waiting' and d.next_at <= p_at
    order by d.next_at limit p_limit for update skip locked) due
  where o.workspace_id = due.workspace_id and o.id = due.id
  returning o.workspace_id, o.id
$$;

-- Somebody got points: a row for each recipient who wants to know, in the transaction of the post. What the mail says is
-- written when it goes out.
create function post_tell() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into outbox (workspace_id, id, kind, to_address, language, params, user_id, next_at, created_at)
  select new.workspace_id, gen_random_uuid(), 'points_received', u.email, coalesce(u.language, s.language),
    jsonb_build_object('post_id', new.id), u.id, new.created_at, new.created_at
  from users u join settings s on s.workspace_id = u.workspace_id
  where u.workspace_id = new.workspace_id and u.id = any (new.to_ids) and u.state = 'accepted' and u.email <> ''
    and u.notify_points_received and s.notify_points_received;
  return null;
end $$;
create trigger posts_tell after insert on posts for each row when (not new.demo) execute function post_tell();

-- The limit period or the time zone has changed: what was given since the new period began counts in it.
create function allowances_rebuild(p_workspace uuid, p_period timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'ledger: no workspace'; end if;
  insert into allowances as a (workspace_id, user_id, period_start, spent)
  select workspace_id, from_id, p_period, sum(score::bigint * cardinality(to_ids)) from posts
  where workspace_id = p_workspace and created_at >= p_period and deleted_at is null group by 1, 2
  on conflict (workspace_id, user_id, period_start) do update set spent = excluded.spent;
end $$;

------------------------------------------------------------------ one address, many teams

-- Changes the address of an account in every team it is in, or refuses with email_taken.
create function account_change_email(p_account uuid, p_email text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select 1 from accounts where email = p_email and id <> p_account)
    or exists (select 1 from users mine join users theirs on theirs.workspace_id = mine.workspace_id
      where mine.account_id = p_account and theirs.email = p_email and theirs.id <> mine.id) then
    perform refuse('email_taken', '{"field": "email"}');
  end if;
  update accounts set email = p_email where id = p_account;
  update users set email = p_email where account_id = p_account;
exception when unique_violation then
  perform refuse('email_taken', '{"field": "email"}');
end $$;

-- Deletes those of the accounts that no team knows any more: nothing personal is kept for nobody.
create function accounts_prune(p_accounts uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  delete from accounts a where a.id = any (p_accounts) and not exists (select 1 from users u where u.account_id = a.id)
$$;

------------------------------------------------------------------ taking away for good

-- Feed, points and rewards history go; people, values and rewards stay (specification, section 9). What was not handed out
-- yet goes back into stock: also what a team has filled.
create function workspace_reset(p_workspace uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_workspace is distinct from current_workspace() then raise exception 'reset: no workspace'; end if;
  -- Every movement of points points at this row: none begins before this has ended.
  perform 1 from workspaces where id = p_workspace for update;
  update rewards r set available_amount = available_amount + open.n
  from (select reward_id, count(*) as n from purchases where workspace_id = p_workspace and status in ('pending', 'purchased') group by 1) open
  where r.workspace_id = p_workspace and r.id = open.reward_id and r.available_amount is not null;
  delete from allowances where workspace_id = p_workspace;
  delete from entries where workspace_id = p_workspace;
  delete from movements where workspace_id = p_workspace;
  delete from contributions where workspace_id = p_workspace;
  delete from purchases where workspace_id = p_workspace;
  delete from likes where workspace_id = p_workspace;
  delete from post_recipients where workspace_id = p_workspace;
  delete from posts where workspace_id = p_workspace;
  delete from daily_recognition where workspace_id = p_workspace;
  delete from daily_redemptions where workspace_id = p_workspace;
  delete from idempotency_keys where workspace_id = p_workspace;
  delete from outbox where workspace_id = p_workspace and kind <> 'invite';
  update wallets set balance = 0, entries_count = 0 where workspace_id = p_workspace;
end $$;

-- Everything of a workspace that was deleted. Answers the storage keys of its files, for the caller to remove.
create function workspace_erase(p_workspace uuid) returns text[] language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_keys text[];
  v_accounts uuid[];
begin
  if not exists (select 1 from workspaces where id = p_workspace and deleted_at is not null) then return '{}'; end if;
  select coalesce(array_agg(storage_key), '{}') into v_keys from files where workspace_id = p_workspace;
  select coalesce(array_agg(account_id), '{}') into v_accounts from users where workspace_id = p_workspace and account_id is not null;
  perform workspace_reset(p_workspace);
  delete from rewards where workspace_id = p_workspace;
  delete from outbox where workspace_id = p_workspace;
  delete from imports where workspace_id = p_workspace;
  update workspaces set logo_file_id = null where id = p_workspace;
  update users set avatar_file_id = null, invited_by = null where workspace_id = p_workspace;
  delete from users where workspace_id = p_workspace;
  delete from workspaces where id = p_workspace;
  perform accounts_prune(v_accounts);
  return v_keys;
end $$;

-- The demo people, their posts and rewards leave without a trace in anybody's balance. What real people did with them
-- goes too: thanks to demo people come back to the allowance they were given from. Rewards that somebody real has
-- redeemed only leave the shop.
create function demo_remove(p_workspace uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_people uuid[];
  v_posts uuid[];
  v_contributions uuid[];
  v_movements uuid[];
  p record;
begin
  if p_workspace is distinct from current_workspace() then raise exception 'demo: no workspace'; end if;
  perform 1 from workspaces where id = p_workspace for update;
  v_people := array(select id from users where workspace_id = p_workspace and demo);
  v_posts := array(select id from posts where workspace_id = p_workspace and (demo or from_id = any (v_people) or to_ids <@ v_people));
  v_contributions := array(select c.id from contributions c where c.workspace_id = p_workspace and c.user_id = any (v_people));

  -- Real authors get back what they gave to demo people alone, or to demo people among others.
  for p in
    select o.*, array(select r from unnest(o.to_ids) r where r = any (v_people)) as gone, o.id = any (v_posts) as whole
    from posts o where o.workspace_id = p_workspace and not o.demo and o.from_id <> all (v_people) and o.to_ids && v_people and o.deleted_at is null
  loop
    perform allowance_return(p_workspace, p.from_id, p.period_start, p.score::bigint * cardinality(p.gone));
    update daily_recognition set given_points = given_points - p.score::bigint * cardinality(p.gone), given_posts = given_posts - p.whole::int
    where workspace_id = p_workspace and day = p.day and user_id = p.from_id and value_id = p.value_id;
  end loop;

  -- Movements of what goes whole, and of demo people alone (an adjustment of their balance).
  v_movements := array(
    select m.id from movements m where m.workspace_id = p_workspace and (m.source_id = any (v_posts) or m.source_id = any (v_contributions)
      or (exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = m.id and e.user_id = any (v_people))
        and not exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = m.id and e.user_id is not null and e.user_id <> all (v_people)))));
  if exists (select 1 from entries e where e.workspace_id = p_workspace and e.movement_id = any (v_movements) and e.user_id is not null and e.user_id <> all (v_people)) then
    raise exception 'demo: a real balance would change';
  end if;
  delete from entries where workspace_id = p_workspace and movement_id = any (v_movements);
  delete from movements where workspace_id = p_workspace and id = any (v_movements);
  -- The rest of a movement still sums to zero without the demo people's part.
  with gone as (
    delete from entries where workspace_id = p_workspace and user_id = any (v_people) returning movement_id, amount
  ), part as (select movement_id, sum(amount) as amount from gone group by 1)
  update entries e set amount = e.amount + part.amount from part
  where e.workspace_id = p_workspace and e.movement_id = part.movement_id and e.user_id is null;

  delete from contributions where workspace_id = p_workspace and id = any (v_contributions);
  delete from purchases u where u.workspace_id = p_workspace and (u.demo or u.created_by = any (v_people))
    and not exists (select 1 from contributions c where c.workspace_id = p_workspace and c.purchase_id = u.id);
  update posts o set like_count = o.like_count - n.likes
  from (select post_id, count(*) as likes from likes where workspace_id = p_workspace and user_id = any (v_people) group by 1) n
  where o.workspace_id = p_workspace and o.id = n.post_id;
  delete from likes where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from post_recipients where workspace_id = p_workspace and (user_id = any (v_people) or post_id = any (v_posts));
  delete from outbox where workspace_id = p_workspace and kind = 'points_received' and (params ->> 'post_id')::uuid = any (v_posts);
  delete from posts where workspace_id = p_workspace and id = any (v_posts);
  update posts set to_ids = array(select r from unnest(to_ids) r where r <> all (v_people)) where workspace_id = p_workspace and to_ids && v_people;
  delete from rewards r where r.workspace_id = p_workspace and r.demo
    and not exists (select 1 from purchases u where u.workspace_id = p_workspace and u.reward_id = r.id);
  update rewards set deleted_at = coalesce(deleted_at, now()), demo = false where workspace_id = p_workspace and demo;
  delete from users where workspace_id = p_workspace and demo;
end $$;

------------------------------------------------------------------ walls of the new tables

-- Puts its walls round each new tenant table, and lets the app in. For migrations.
-- FORCE binds the owner too where it is no superuser: checks (check-ledger) and the functions above read all of it.
create function wall_off(variadic p_tables text[]) returns void language plpgsql as $$
declare
  t text;
begin
  foreach t in array p_tables loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (workspace_id = current_workspace()) with check (workspace_id = current_workspace())', t);
    execute format('create policy owner_reads on %I for select to current_user using (true)', t);
    execute format('grant select, insert, update, delete on %I to laurel_app', t);
  end loop;
end $$;
revoke execute on function wall_off(text[]) from public;

-- The owner reads what stood before, too.
do $$
declare
  t text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relforcerowsecurity
  loop
    execute format('create policy owner_reads on %I for select to current_user using (true)', t);
  end loop;
end $$;
select wall_off('impersonation_links', 'imports', 'import_rows');
create policy owner_drains on outbox for update to current_user using (true) with check (true);
create policy owner_readdresses on users for update to current_user using (true) with check (true);

revoke execute on function outbox_take(timestamptz, interval, integer), account_change_email(uuid, text), accounts_prune(uuid[]),
  workspace_reset(uuid), workspace_erase(uuid), demo_remove(uuid), allowances_rebuild(uuid, timestamptz), post_tell() from public;
grant execute on function outbox_take(timestamptz, interval, integer), account_change_email(uuid, text), accounts_prune(uuid[]),
  workspace_reset(uuid), workspace_erase(uuid), demo_remove(uuid), allowances_rebuild(uuid, timestamptz), post_tell() to laurel_app;
