-- Writes daily_rewards of the UTC days after p_after up to p_until (p_after null: of all days up
-- to p_until) from the purchases. The caller has deleted earlier rows.
create or replace function daily_rewards_sum(
  p_workspace uuid, p_after date, p_until date
) returns void
language plpgsql as $$
declare
  -- Ids begin with their time, so they limit the scan; a day more covers clocks that differ.
  v_first uuid := (lpad(to_hex((extract(epoch from greatest(coalesce(p_after, '1970-01-01'),
    '1970-01-02')::timestamp - interval '1 day') * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid;
  v_end uuid := (lpad(to_hex((extract(epoch from p_until::timestamp + interval '2 days')
    * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
  o record;
begin
  for o in
    select (p.created_at at time zone 'UTC')::date as day, p.reward_id,
      count(distinct p.id) as purchases, coalesce(sum(c.amount), 0) as points
    from purchases p
    left join contributions c on c.workspace_id = p.workspace_id and c.purchase_id = p.id
      and c.status <> 'declined'
    where p.workspace_id = p_workspace and p.id >= v_first and p.id < v_end
      and p.status <> 'declined'
      and (p.created_at at time zone 'UTC')::date > coalesce(p_after, '-infinity')
      and (p.created_at at time zone 'UTC')::date <= p_until
    group by 1, 2
  loop
    insert into daily_rewards (workspace_id, day, reward_id, purchases, points)
    values (p_workspace, o.day, o.reward_id, o.purchases, o.points);
  end loop;
end $$;
revoke execute on function daily_rewards_sum from public;
grant execute on function daily_rewards_sum to laurel_app;
