-- Deletes demo users with their posts, add-ons, comments and rewards, and reverses their effects on
-- other balances. Allowances get back what real users gave to demo users. Demo rewards that a
-- real user has redeemed only leave the shop.
create or replace function demo_remove(p_workspace uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_people uuid[];
  v_posts uuid[];
  v_contributions uuid[];
  v_gifts uuid[] := '{}';
  v_movements uuid[];
  v_now constant timestamptz := now();
  p record;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'demo: no workspace';
  end if;
  perform 1 from workspaces where id = p_workspace for update;
  -- Posts and purchases of old days disappear; the nightly worker creates the snapshots again.
  perform report_snapshots_discard(p_workspace, '-infinity');
  delete from pair_sum_teams where workspace_id = p_workspace;
  delete from liability_snapshots where workspace_id = p_workspace;
  update yearly_budgets set counted_year = null, counted_to = null, used_minor = null,
    redeemed_minor = null, other_sums = null
  where workspace_id = p_workspace;
  v_people := array(select id from users where workspace_id = p_workspace and demo);
  v_posts := array(select id from posts where workspace_id = p_workspace
    and (demo or from_id = any (v_people) or to_ids <@ v_people));
  v_contributions := array(
    select c.id from contributions c where c.workspace_id = p_workspace
    and c.user_id = any (v_people));

  -- Real authors get back what they gave to demo users, also in posts with other recipients.
  for p in
    select o.*, array(select r from unnest(o.to_ids) r where r = any (v_people)) as gone,
      o.id = any (v_posts) as whole
    from posts o where o.workspace_id = p_workspace and not o.demo and o.from_id <> all (v_people)
      and o.to_ids && v_people and o.deleted_at is null
  loop
    if p.budget_id is null and p.imported_from is null then
      perform allowance_return(
        p_workspace, p.from_id, p.period_start, p.score::bigint * cardinality(p.gone));
    end if;
    update daily_recognition set
      given_points = given_points - p.score::bigint * cardinality(p.gone),
      given_posts = given_posts - p.whole::int
    where workspace_id = p_workspace and day = p.day and user_id = p.from_id
      and value_id = p.value_id and private = p.private;
  end loop;

  -- Awards for demo users only disappear; others keep the held points of their other receivers.
  for p in
    select g.id, bool_and(r.user_id = any (v_people)) as whole,
      g.points::bigint * count(*) filter (where r.user_id = any (v_people)) as part
    from award_gifts g join award_receivers r on r.workspace_id = p_workspace and r.gift_id = g.id
    where g.workspace_id = p_workspace
    group by g.id, g.points having bool_or(r.user_id = any (v_people))
  loop
    if p.whole then
      v_gifts := v_gifts || p.id::uuid;
    else
      update entries e set amount = e.amount - sign(e.amount) * p.part from movements m
      where m.workspace_id = p_workspace and m.source_id = p.id
        and m.type in ('award_held', 'award_released')
        and e.workspace_id = p_workspace and e.movement_id = m.id;
    end if;
  end loop;
  delete from award_receivers where workspace_id = p_workspace and user_id = any (v_people);
  -- Bonuses keep the payments of real users.
  update bonuses b set people = b.people - gone.people, points_paid = b.points_paid - gone.points
  from (select bonus_id, count(*) as people, sum(points) as points from bonus_payments
    where workspace_id = p_workspace and user_id = any (v_people) group by 1) gone
  where b.workspace_id = p_workspace and b.id = gone.bonus_id and b.people > gone.people;
  delete from bonus_payments where workspace_id = p_workspace and user_id = any (v_people);
  delete from bonuses b where b.workspace_id = p_workspace and b.status = 'paid'
    and not exists (select 1 from bonus_payments y where y.workspace_id = p_workspace
      and y.bonus_id = b.id);

  -- Movements of deleted posts, contributions and awards, and those of demo users only (adjustments).
  v_movements := array(
    select m.id from movements m where m.workspace_id = p_workspace
      and (m.source_id = any (v_posts) or m.source_id = any (v_contributions)
        or m.source_id = any (v_gifts)
        or (exists (select 1 from entries e where e.workspace_id = p_workspace
          and e.movement_id = m.id and e.user_id = any (v_people))
        and not exists (select 1 from entries e where e.workspace_id = p_workspace
          and e.movement_id = m.id and e.user_id is not null and e.user_id <> all (v_people)))));
  if exists (select 1 from entries e where e.workspace_id = p_workspace
    and e.movement_id = any (v_movements) and e.user_id is not null
    and e.user_id <> all (v_people)) then
    raise exception 'demo: a real balance would change';
  end if;
  delete from entries where workspace_id = p_workspace and movement_id = any (v_movements);
  delete from movements where workspace_id = p_workspace and id = any (v_movements);
  -- The rest of a movement still sums to zero without the demo users' part.
  with gone as (
    delete from entries where workspace_id = p_workspace and user_id = any (v_people)
      returning movement_id, amount
  ), part as (select movement_id, sum(amount) as amount from gone group by 1)
  update entries e set amount = e.amount + part.amount from part
  where e.workspace_id = p_workspace and e.movement_id = part.movement_id and e.user_id is null;

  update budgets b set (balance, funded) = (select sum(e.amount), greatest(sum(e.amount), b.funded)
    from entries e where e.workspace_id = p_workspace and e.budget_id = b.id)
  where b.workspace_id = p_workspace and exists (select 1 from entries e
    where e.workspace_id = p_workspace and e.budget_id = b.id);

  delete from award_gifts where workspace_id = p_workspace and id = any (v_gifts);
  delete from contributions where workspace_id = p_workspace and id = any (v_contributions);
  delete from purchases u where u.workspace_id = p_workspace
    and (u.demo or u.created_by = any (v_people))
    and not exists (select 1 from contributions c where c.workspace_id = p_workspace
      and c.purchase_id = u.id);
  update posts o set like_count = o.like_count - n.likes
  from (select post_id, count(*) as likes from likes where workspace_id = p_workspace
    and user_id = any (v_people) group by 1) n
  where o.workspace_id = p_workspace and o.id = n.post_id;
  update posts o set comment_count = o.comment_count - n.comments
  from (select post_id, count(*) as comments from comments where workspace_id = p_workspace
    and user_id = any (v_people) group by 1) n
  where o.workspace_id = p_workspace and o.id = n.post_id;
  update posts o set add_on_count = o.add_on_count - n.add_ons,
    added_score = o.added_score - n.score
  from (select parent_id, count(*) as add_ons, sum(score) as score from posts
    where workspace_id = p_workspace and id = any (v_posts) and add_on and deleted_at is null
    group by 1) n
  where o.workspace_id = p_workspace and o.id = n.parent_id;
  update posts o set reaction_counts = coalesce((select jsonb_object_agg(r.reaction, r.n) from (
      select reaction, count(*) as n from reactions where workspace_id = p_workspace
        and post_id = o.id and user_id <> all (v_people) group by 1) r), '{}')
  where o.workspace_id = p_workspace
    and o.id in (select post_id from reactions where workspace_id = p_workspace
    and user_id = any (v_people));
  delete from comments where workspace_id = p_workspace
    and (user_id = any (v_people) or post_id = any (v_posts));
  delete from reactions where workspace_id = p_workspace
    and (user_id = any (v_people) or post_id = any (v_posts));
  delete from likes where workspace_id = p_workspace
    and (user_id = any (v_people) or post_id = any (v_posts));
  delete from post_recipients where workspace_id = p_workspace
    and (user_id = any (v_people) or post_id = any (v_posts));
  delete from post_readers where workspace_id = p_workspace
    and (user_id = any (v_people) or post_id = any (v_posts));
  delete from outbox where workspace_id = p_workspace and kind = 'points_received'
    and (params ->> 'post_id')::uuid = any (v_posts);
  delete from posts where workspace_id = p_workspace and id = any (v_posts);
  update posts set to_ids = array(select r from unnest(to_ids) r where r <> all (v_people))
    where workspace_id = p_workspace and to_ids && v_people;
  delete from rewards r where r.workspace_id = p_workspace and r.demo
    and not exists (select 1 from purchases u where u.workspace_id = p_workspace
      and u.reward_id = r.id);
  update rewards set deleted_at = coalesce(deleted_at, v_now), demo = false
    where workspace_id = p_workspace and demo;
  update users set manager_id = null
    where workspace_id = p_workspace and manager_id = any (v_people);
  delete from group_members where workspace_id = p_workspace and user_id = any (v_people);
  delete from group_owners where workspace_id = p_workspace and user_id = any (v_people);
  delete from budget_owners where workspace_id = p_workspace and user_id = any (v_people);
  delete from users where workspace_id = p_workspace and demo;
end $$;
revoke execute on function demo_remove from public;
grant execute on function demo_remove to laurel_app;
