-- Subtracts deleted rows of daily_recognition from total_recognition in one pass, because a
-- reset or an erasure deletes many.
create or replace function total_recognition_subtract() returns trigger
language plpgsql as $$
begin
  update total_recognition t set
    given_points = t.given_points - g.given_points, given_posts = t.given_posts - g.given_posts,
    received_points = t.received_points - g.received_points,
    received_posts = t.received_posts - g.received_posts
  from (
    select workspace_id, user_id, value_id, private, sum(given_points) as given_points,
      sum(given_posts) as given_posts, sum(received_points) as received_points,
      sum(received_posts) as received_posts
    from gone group by 1, 2, 3, 4) g
  where t.workspace_id = g.workspace_id and t.user_id = g.user_id and t.value_id = g.value_id
    and t.private = g.private;
  return null;
end $$;
revoke execute on function total_recognition_subtract from public;
grant execute on function total_recognition_subtract to laurel_app;

create or replace trigger daily_recognition_subtract after delete on daily_recognition
  referencing old table as gone for each statement execute function total_recognition_subtract();
