-- Adds every change of daily_recognition to total_recognition and to the snapshots that contain
-- its day, so that they always agree.
create or replace function total_recognition_add() returns trigger
language plpgsql as $$
begin
  -- A new post belongs to a day after all snapshots, so it costs only this lookup.
  perform 1 from report_snapshots where workspace_id = new.workspace_id and day >= new.day
    limit 1;
  if found then
    if tg_op = 'INSERT' then
      perform report_snapshot_adjust(new.workspace_id, new.day, new.user_id, new.private,
        new.given_points, new.given_posts, new.received_points, new.received_posts, 0);
    else
      perform report_snapshot_adjust(new.workspace_id, new.day, new.user_id, new.private,
        new.given_points - old.given_points, new.given_posts - old.given_posts,
        new.received_points - old.received_points, new.received_posts - old.received_posts, 0);
    end if;
  end if;
  if tg_op = 'INSERT' then
    insert into total_recognition as t (
      workspace_id, user_id, value_id, private, given_points, given_posts, received_points,
      received_posts)
    values (new.workspace_id, new.user_id, new.value_id, new.private, new.given_points,
      new.given_posts, new.received_points, new.received_posts)
    on conflict (workspace_id, user_id, value_id, private) do update set
      given_points = t.given_points + excluded.given_points,
      given_posts = t.given_posts + excluded.given_posts,
      received_points = t.received_points + excluded.received_points,
      received_posts = t.received_posts + excluded.received_posts;
  else
    update total_recognition t set
      given_points = t.given_points + new.given_points - old.given_points,
      given_posts = t.given_posts + new.given_posts - old.given_posts,
      received_points = t.received_points + new.received_points - old.received_points,
      received_posts = t.received_posts + new.received_posts - old.received_posts
    where t.workspace_id = new.workspace_id and t.user_id = new.user_id
      and t.value_id = new.value_id and t.private = new.private;
  end if;
  return null;
end $$;
revoke execute on function total_recognition_add from public;
grant execute on function total_recognition_add to laurel_app;

create or replace trigger daily_recognition_totals after insert or update on daily_recognition
  for each row execute function total_recognition_add();
