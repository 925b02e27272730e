-- Returns the ids of at most p_limit posts older than p_before that the reader may see and that
-- contain words with all of these prefixes, newest first. With p_group only public posts from or to
-- the people of a group and of the departments below it. p_first: the smallest id that can be found.
-- p_direction: posts given or received by p_person, or both.
-- Runs as the owner, because no index can serve prefix search under row level security.
-- Compares the words of the newest posts first: of a word that many posts have, the index would
-- return every post of the newest time slice. If they do not fill the page, the index is read, and
-- no plan scans the feed for a word (decision 018).
-- One statement reads all time slices, because a statement for each costs more than its index
-- lookup. The generic plan is made once in a session, and its costs keep it from combining the
-- words with an index of all posts of the workspace (decision 053).
create or replace function posts_search(
  p_workspace uuid, p_user uuid, p_see_all boolean, p_text text, p_value uuid, p_person uuid,
  p_before uuid, p_limit integer, p_group uuid default null, p_first uuid default null,
  p_direction text default 'both'
) returns setof uuid
language plpgsql stable security definer set search_path = public, pg_temp
  set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
  set random_page_cost = 0.01 set seq_page_cost = 0.01 set cpu_index_tuple_cost = 1 as $$
declare
  v_words text[] := array(select distinct left(word, 40)
    from regexp_split_to_table(search_normalize(p_text), '[^[:alnum:]]+') word where word <> '');
  v_readers text[] := array['public', case when p_see_all then 'private' else p_user::text end];
  v_patterns text[] := array(select '(^|[^[:alnum:]])' || word from unnest(v_words) word);
  v_groups uuid[];
  v_found uuid[];
  v_newest integer;
  v_oldest integer;
begin
  if p_workspace is distinct from current_workspace() then
    raise exception 'search: no workspace';
  end if;
  if cardinality(v_words) = 0 then return; end if;
  -- Citus cannot make a generic plan of these statements. Applies until the end of the function.
  if current_setting('citus.shard_count', true) is not null then
    perform set_config('plan_cache_mode', 'force_custom_plan', true);
  end if;
  if p_group is not null then
    -- A statement of its own: Citus cannot plan a recursion inside an expression.
    with recursive below (id) as (
      select g.id from groups g
      where g.workspace_id = p_workspace and g.id = p_group and g.deleted_at is null
      union all
      select g.id from below b
      join groups g on g.workspace_id = p_workspace and g.parent_id = b.id and g.deleted_at is null)
    select coalesce(array_agg(id), '{}') into v_groups from below;
  end if;
  if p_group is null then
    v_found := array(
      select p.id
      from (
        select * from posts
        where workspace_id = p_workspace and deleted_at is null and not add_on
          and id < coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
          and id >= coalesce(p_first, '00000000-0000-0000-0000-000000000000')
        order by id desc limit 300) p
      where search_normalize(p.description) ~ all (v_patterns)
        and (not p.private or p_see_all or p.from_id = p_user or p_user = any (p.to_ids))
        and (p_value is null or p.value_id = p_value)
        and (p_person is null or p_direction <> 'received' and p.from_id = p_person
          or p_direction <> 'given' and p_person = any (p.to_ids))
      order by p.id desc limit p_limit);
    if cardinality(v_found) = p_limit then
      return query select unnest(v_found);
      return;
    end if;
  end if;
  select search_time_slice(id) into v_newest from posts
  where workspace_id = p_workspace and id < coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  order by id desc limit 1;
  select search_time_slice(id) into v_oldest from posts
  where workspace_id = p_workspace and id >= coalesce(p_first, '00000000-0000-0000-0000-000000000000')
  order by id limit 1;
  return query
    select hit.id
    from (
      select (
          select string_agg('(' || (
              select string_agg('''' || search_prefix(p_workspace, reader, slice) || word
                || ''':*', ' & ')
              from unnest(v_words) word) || ')', ' | ')
          from unnest(v_readers) reader)::tsquery as query
      from generate_series(v_newest, v_oldest, -1) slice) slices
    cross join lateral (
      with hits as materialized (
        select p.* from posts p
        where p.workspace_id = p_workspace and search_lexemes(
            p.workspace_id, p.id, p.private, p.from_id, p.to_ids, p.description) @@ slices.query
          and p.deleted_at is null and not p.add_on)
      select p.id from hits p
      where p.workspace_id = p_workspace and (p_before is null or p.id < p_before)
        and (p_first is null or p.id >= p_first)
        and (not p.private or p_see_all or p.from_id = p_user or p_user = any (p.to_ids))
        and (p_value is null or p.value_id = p_value)
        and (p_person is null or p_direction <> 'received' and p.from_id = p_person
          or p_direction <> 'given' and p_person = any (p.to_ids))
        and (v_groups is null or not p.private and exists (
          select from group_members m
          where m.workspace_id = p_workspace and m.user_id = any (p.to_ids || p.from_id)
            and m.left_at is null and m.group_id = any (v_groups)))
      order by p.id desc limit p_limit) hit
    limit p_limit;
end $$;
revoke execute on function posts_search from public;
grant execute on function posts_search to laurel_app;
