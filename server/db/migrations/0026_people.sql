-- Who ever accepted keeps their address, whatever becomes of the membership. A trigger writes it, so that no way in forgets it.
alter table users add column first_accepted_at timestamptz;
create function user_note_acceptance() returns trigger language plpgsql as $$
begin
  if new.first_accepted_at is null and (new.state = 'accepted' or new.accepted_at is not null) then
    new.first_accepted_at := coalesce(new.accepted_at, new.created_at);
  end if;
  return new;
end $$;
create trigger users_note_acceptance before insert or update of state, accepted_at on users for each row execute function user_note_acceptance();

-- Backfill: accepted now, a used invite, a post of theirs, or an entry of the audit log says that somebody had accepted.
alter table users no force row level security;
alter table permissions no force row level security;
update users u set first_accepted_at = coalesce(u.accepted_at,
    (select min(i.used_at) from invites i where i.workspace_id = u.workspace_id and i.user_id = u.id),
    u.created_at)
where u.state in ('accepted', 'deleted') or u.accepted_at is not null
  or exists (select 1 from invites i where i.workspace_id = u.workspace_id and i.user_id = u.id and i.used_at is not null)
  or exists (select 1 from posts p where p.workspace_id = u.workspace_id and p.from_id = u.id)
  or exists (select 1 from audit_log a where a.workspace_id = u.workspace_id and a.action = 'user.deactivate' and a.details ->> 'user_id' = u.id::text
    and a.details -> 'state' ->> 'from' = 'accepted');

-- A deactivated member holds no permission any more.
update permissions p set global_administrator = false, account_administrator = false, rewards_administrator = false, billing_administrator = false
from users u where u.workspace_id = p.workspace_id and u.id = p.user_id and u.state = 'deactivated'
  and (p.global_administrator or p.account_administrator or p.rewards_administrator or p.billing_administrator);

-- Names that were kept before the contract asked for one line without a web address (contract/schemas/common.ts).
create function pg_temp.clean_line(p_line text) returns text language sql immutable as $$
  select btrim(regexp_replace(p_line, U&'[\0001-\001f\007f-\009f\00ad\061c\180e\200b\200e\200f\2028-\202e\2060-\2064\2066-\206f\feff]+', ' ', 'g'))
$$;
create function pg_temp.clean_name(p_name text) returns text language sql immutable as $$
  select pg_temp.clean_line(regexp_replace(replace(p_name, '://', ' '), 'www\.', 'www ', 'gi'))
$$;
alter table workspaces no force row level security;
update users set first_name = pg_temp.clean_name(first_name), last_name = pg_temp.clean_name(last_name), job_title = pg_temp.clean_line(job_title)
where first_name <> pg_temp.clean_name(first_name) or last_name <> pg_temp.clean_name(last_name) or job_title <> pg_temp.clean_line(job_title);
update workspaces set name = coalesce(nullif(pg_temp.clean_name(name), ''), 'Team') where name <> pg_temp.clean_name(name);
alter table workspaces force row level security;
alter table users force row level security;
alter table permissions force row level security;

-- The few who hold a permission are counted at each change, in a team of any size.
create index permissions_held on permissions (workspace_id, user_id)
  where global_administrator or account_administrator or rewards_administrator or billing_administrator;

-- How many mails a team has sent in a day, and how many invitations wait for a day to come.
alter table workspaces add column mail_domain text, add column invites_per_day integer check (invites_per_day >= 0);
alter table workspaces no force row level security;
update workspaces w set mail_domain = (select substring(u.email from '@([^@]+)$') from users u
  where u.workspace_id = w.id and not u.demo and u.email <> '' and u.invited_by is null order by u.created_at, u.id limit 1);
alter table workspaces force row level security;
create table mail_budgets (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  own_invites integer not null default 0,
  other_invites integer not null default 0,
  notices integer not null default 0,
  primary key (workspace_id, day)
);
select wall_off('mail_budgets');
-- The last invitation of an import that waits is read while the import runs.
create index outbox_scheduled on outbox (workspace_id, import_id, next_at) where state = 'waiting' and import_id is not null;

-- As before, but invitations that wait for the budget of another day are no backlog.
create or replace function operation_figures(p_at timestamptz) returns table (name text, value double precision)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'mails', count(*)::float8 from (select 1 from outbox o where o.state = 'waiting' and (o.next_at <= p_at or o.attempts > 0) limit 100000) waiting
    union all select 'mails_late_s', coalesce(extract(epoch from p_at - min(nullif(greatest(due.next_at, due.created_at), '-infinity'))), 0)::float8
      from (select o.next_at, o.created_at from outbox o where o.state = 'waiting' and o.next_at <= p_at order by o.next_at limit 1000) due
    union all select 'gift_cards', count(*)::float8 from (select 1 from gift_orders where step in ('held', 'charged', 'ordered', 'releasing') limit 100000) waiting
    union all select 'provider_news', count(*)::float8 from (select 1 from webhook_events where done_at is null limit 100000) waiting;
  if to_regclass('pgboss.job') is not null then
    return query execute $jobs$ select 'jobs', count(*)::float8 from (select 1 from pgboss.job where state in ('created', 'retry', 'active') limit 100000) waiting $jobs$;
  end if;
  if to_regclass('public.hook_deliveries') is not null then
    return query execute $hooks$ select 'webhooks', count(*)::float8 from (select 1 from hook_deliveries where state = 'waiting' limit 100000) waiting $hooks$;
  end if;
end $$;

-- Whether the log of a connection holds purchases is asked whenever somebody changes or reads it.
create index hook_deliveries_purchases on hook_deliveries (workspace_id, hook_id) where event like 'purchase.%';
