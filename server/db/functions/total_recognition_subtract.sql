-- Subtracts deleted rows of daily_recognition from total_recognition in one pass, because a
-- reset or an erasure deletes many.
create or replace function total_recognition_subtract() returns trigger
language plpgsql as $$
declare
  g record;
begin
  -- Sums are passed as arrays: Citus does not join a transition table.
  for g in
    select workspace_id, array_agg(user_id) as users, array_agg(value_id) as vals,
      array_agg(private) as privates, array_agg(given_points) as given_points,
      array_agg(given_posts) as given_posts, array_agg(received_points) as received_points,
      array_agg(received_posts) as received_posts
    from (
      select workspace_id, user_id, value_id, private, sum(given_points)::bigint as given_points,
        sum(given_posts)::bigint as given_posts, sum(received_points)::bigint as received_points,
        sum(received_posts)::bigint as received_posts
      from gone group by 1, 2, 3, 4) sums
    group by workspace_id
  loop
    update total_recognition t set
      given_points = t.given_points - o.given_points, given_posts = t.given_posts - o.given_posts,
      received_points = t.received_points - o.received_points,
      received_posts = t.received_posts - o.received_posts
    from unnest(g.users, g.vals, g.privates, g.given_points, g.given_posts, g.received_points,
      g.received_posts) as o (user_id, value_id, private, given_points, given_posts,
      received_points, received_posts)
    where t.workspace_id = g.workspace_id and t.user_id = o.user_id and t.value_id = o.value_id
      and t.private = o.private;
  end loop;
  return null;
end $$;
revoke execute on function total_recognition_subtract from public;
grant execute on function total_recognition_subtract to laurel_app;

create or replace trigger daily_recognition_subtract after delete on daily_recognition
  referencing old table as gone for each statement execute function total_recognition_subtract();
