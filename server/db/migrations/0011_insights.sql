-- Insights: totals beside the daily figures, and which leaderboard a team shows.

-- What somebody gave and received in all, by value: a report of all time reads as many rows as there are people and
-- values, however many posts there were. Kept by whatever changes the daily figures, so that the two cannot part.
create table total_recognition (
  workspace_id uuid not null,
  user_id uuid not null,
  value_id uuid not null,
  given_points bigint not null default 0,
  given_posts bigint not null default 0,
  received_points bigint not null default 0,
  received_posts bigint not null default 0,
  primary key (workspace_id, user_id, value_id),
  foreign key (workspace_id, user_id) references users (workspace_id, id) on delete cascade,
  foreign key (workspace_id, value_id) references "values" (workspace_id, id) on delete cascade
);
insert into total_recognition
select workspace_id, user_id, value_id, sum(given_points), sum(given_posts), sum(received_points), sum(received_posts) from daily_recognition group by 1, 2, 3;

create function total_recognition_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into total_recognition as t (workspace_id, user_id, value_id, given_points, given_posts, received_points, received_posts)
    values (new.workspace_id, new.user_id, new.value_id, new.given_points, new.given_posts, new.received_points, new.received_posts)
    on conflict (workspace_id, user_id, value_id) do update set
      given_points = t.given_points + excluded.given_points, given_posts = t.given_posts + excluded.given_posts,
      received_points = t.received_points + excluded.received_points, received_posts = t.received_posts + excluded.received_posts;
  elsif tg_op = 'UPDATE' then
    update total_recognition t set
      given_points = t.given_points + new.given_points - old.given_points, given_posts = t.given_posts + new.given_posts - old.given_posts,
      received_points = t.received_points + new.received_points - old.received_points, received_posts = t.received_posts + new.received_posts - old.received_posts
    where t.workspace_id = new.workspace_id and t.user_id = new.user_id and t.value_id = new.value_id;
  else
    update total_recognition t set
      given_points = t.given_points - old.given_points, given_posts = t.given_posts - old.given_posts,
      received_points = t.received_points - old.received_points, received_posts = t.received_posts - old.received_posts
    where t.workspace_id = old.workspace_id and t.user_id = old.user_id and t.value_id = old.value_id;
  end if;
  return null;
end $$;
create trigger daily_recognition_totals after insert or update or delete on daily_recognition for each row execute function total_recognition_keep();

-- Rankings of receivers make most people feel less valued: a team may rank givers, or nobody.
alter table settings add column leaderboard_mode text not null default 'receivers' check (leaderboard_mode in ('receivers', 'givers', 'together'));

-- What one process at a time does once in a while, for all of them.
create table chores (
  name text primary key,
  next_at timestamptz not null
);
grant select, insert, update on chores to laurel_app;

select wall_off('total_recognition');
revoke execute on function total_recognition_keep() from public;
grant execute on function total_recognition_keep() to laurel_app;
