-- Subtracts those of these posts that are deleted from the sums of their pairs, in the order of the
-- pairs.
create or replace function pair_sums_subtract(p_workspace uuid, p_ids uuid[]) returns void
language plpgsql as $$
declare
  v_until constant date := (select summed_until from pair_sum_teams
    where workspace_id = p_workspace);
  o record;
begin
  for o in
    select from_id, r as to_id, day, score
    from posts, unnest(to_ids) r
    where workspace_id = p_workspace and id = any (p_ids) and from_id is not null
      and deleted_at is not null and day <= v_until and counted
    order by 1, 2, 3
  loop
    perform pair_sums_add(p_workspace, o.from_id, o.to_id, o.day, -o.score, -1);
  end loop;
end $$;
revoke execute on function pair_sums_subtract from public;
grant execute on function pair_sums_subtract to laurel_app;
