-- Figures that a full scan can be held against, and that are cheap to take away.

-- The day a part of a purchase counts on: it stays what it was when the team moves to another time zone, and a refund is
-- taken from that same day.
alter table contributions add column day date;
alter table contributions no force row level security;
update contributions c set day = (c.created_at at time zone s.timezone)::date from settings s where s.workspace_id = c.workspace_id;
alter table contributions force row level security;
alter table contributions alter column day set not null;

-- What goes in bulk (a reset, a person erased) leaves the totals in one pass, not row by row.
drop trigger daily_recognition_totals on daily_recognition;
create trigger daily_recognition_totals after insert or update on daily_recognition for each row execute function total_recognition_keep();
create function total_recognition_less() returns trigger language plpgsql as $$
begin
  update total_recognition t set
    given_points = t.given_points - g.given_points, given_posts = t.given_posts - g.given_posts,
    received_points = t.received_points - g.received_points, received_posts = t.received_posts - g.received_posts
  from (select workspace_id, user_id, value_id, sum(given_points) as given_points, sum(given_posts) as given_posts,
    sum(received_points) as received_points, sum(received_posts) as received_posts from gone group by 1, 2, 3) g
  where t.workspace_id = g.workspace_id and t.user_id = g.user_id and t.value_id = g.value_id;
  return null;
end $$;
create trigger daily_recognition_less after delete on daily_recognition referencing old table as gone for each statement execute function total_recognition_less();
revoke execute on function total_recognition_less() from public;
grant execute on function total_recognition_less() to laurel_app;

-- The teams there are, a page after an id: what a nightly check walks along.
create function workspaces_after(p_after uuid, p_limit integer) returns setof uuid language sql stable security definer set search_path = public, pg_temp as $$
  select id from workspaces where id > p_after and deleted_at is null order by id limit p_limit
$$;
revoke execute on function workspaces_after(uuid, integer) from public;
grant execute on function workspaces_after(uuid, integer) to laurel_app;
