-- The search in the texts of posts: words from their beginning, all of them, newest first, bounded however many posts
-- and workspaces there are. One GIN index whose lexemes say whose they are and of which 25 days, before the word: a
-- search reads the words of one workspace and one stretch of time, and goes back stretch by stretch until its page is full.

-- A text as it is searched: lower case, without accents. Scripts that put no spaces between words go letter by letter.
-- These functions run with every post: they name no other function of ours than by its schema, so that they need no path
-- of their own.
create function search_plain(p_text text) returns text language plpgsql immutable parallel safe as $$
begin
  p_text := lower(p_text);
  -- ASCII has nothing to take off.
  if octet_length(p_text) <> length(p_text) then
    p_text := regexp_replace(normalize(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g'), NFKC), '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g');
  end if;
  -- No lexeme may have more than 2,046 bytes.
  if octet_length(p_text) > 2000 then p_text := regexp_replace(p_text, '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g'); end if;
  return p_text;
end $$;

-- What stands before each word: who finds it (everybody in a workspace, those who see private posts, or one person in it),
-- and the stretch of time of the post, 2^31 milliseconds of the first 48 bits of its id.
create function search_stretch(p_id uuid) returns integer language sql immutable parallel safe as $$
  select (('x' || left(p_id::text, 8))::bit(32)::bigint >> 15)::integer
$$;
create function search_prefix(p_workspace uuid, p_who text, p_stretch integer) returns text language sql immutable parallel safe as $$
  select left(md5(p_workspace::text || p_who), 8) || to_hex(p_stretch) || '.'
$$;

-- Costly, so that no plan does it row by row where the index knows.
create function search_lexemes(p_workspace uuid, p_id uuid, p_private boolean, p_from uuid, p_to uuid[], p_text text) returns tsvector
language plpgsql immutable parallel safe cost 10000 as $$
declare
  v_plain text := public.search_plain(p_text);
  v_stretch integer := public.search_stretch(p_id);
  v_words text[] := '{}';
  v_prefix text;
begin
  for v_prefix in select public.search_prefix(p_workspace, who, v_stretch) from unnest(case when p_private then array['private', p_from::text] || p_to::text[] else array['public'] end) who loop
    v_words := v_words || array_remove(string_to_array(v_prefix || regexp_replace(v_plain, '[^[:alnum:]]+', ' ' || v_prefix, 'g'), ' '), v_prefix);
  end loop;
  return array_to_tsvector(v_words);
end $$;

-- Written at once: what waited in a list would be read by every look at every stretch.
create index posts_words on posts using gin (search_lexemes(workspace_id, id, private, from_id, to_ids, description)) with (fastupdate = off) where deleted_at is null and not add_on;

-- Ids of the posts that a reader may see and that hold words with all of these beginnings, newest first: at most p_limit of
-- them, older than p_before. As the schema's owner: under row level security no index could answer what a word begins with.
-- What the index finds is found first, whatever else the reader asks for: no plan reads the feed until a word turns up.
create function posts_search(p_workspace uuid, p_user uuid, p_see_all boolean, p_text text, p_value uuid, p_person uuid, p_before uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp set max_parallel_workers_per_gather = 0 as $$
declare
  v_words text[] := array(select distinct left(word, 40) from regexp_split_to_table(search_plain(p_text), '[^[:alnum:]]+') word where word <> '');
  v_whose text[] := array['public', case when p_see_all then 'private' else p_user::text end];
  v_query tsquery;
  v_newest integer;
  v_oldest integer;
  v_left integer := p_limit;
  v_found integer;
begin
  if p_workspace is distinct from current_workspace() then raise exception 'search: no workspace'; end if;
  if cardinality(v_words) = 0 then return; end if;
  v_newest := search_stretch((select id from posts where workspace_id = p_workspace and (p_before is null or id < p_before) order by id desc limit 1));
  v_oldest := search_stretch((select id from posts where workspace_id = p_workspace order by id limit 1));
  if v_newest is null then return; end if;
  for v_stretch in reverse v_newest .. v_oldest loop
    v_query := (select string_agg('(' || (select string_agg('''' || search_prefix(p_workspace, who, v_stretch) || word || ''':*', ' & ') from unnest(v_words) word) || ')', ' | ') from unnest(v_whose) who)::tsquery;
    return query with hits as materialized (
        select p.* from posts p where search_lexemes(p.workspace_id, p.id, p.private, p.from_id, p.to_ids, p.description) @@ v_query and p.deleted_at is null and not p.add_on)
      select p.id from hits p
      where p.workspace_id = p_workspace and (p_before is null or p.id < p_before) and (not p.private or p_see_all or p.from_id = p_user or p_user = any (p.to_ids))
        and (p_value is null or p.value_id = p_value) and (p_person is null or p.from_id = p_person or p_person = any (p.to_ids))
      order by p.id desc limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    exit when v_left <= 0;
  end loop;
end $$;

revoke execute on function search_plain(text), search_stretch(uuid), search_prefix(uuid, text, integer), search_lexemes(uuid, uuid, boolean, uuid, uuid[], text),
  posts_search(uuid, uuid, boolean, text, uuid, uuid, uuid, integer) from public;
grant execute on function search_plain(text), search_stretch(uuid), search_prefix(uuid, text, integer), search_lexemes(uuid, uuid, boolean, uuid, uuid[], text),
  posts_search(uuid, uuid, boolean, text, uuid, uuid, uuid, integer) to laurel_app;
