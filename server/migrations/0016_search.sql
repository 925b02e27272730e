-- The search in the texts of posts: words from their beginning, all of them, newest first, bounded however many posts
-- and workspaces there are. One GIN index whose lexemes say whose they are and of which 25 days, before the word: a
-- search reads the words of one workspace and one stretch of time, and goes back stretch by stretch until its page is full.

-- The words of a text: lower case, without accents. Scripts that put no spaces between words go letter by letter.
create function search_words(p_text text) returns text[] language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select array(
    select distinct left(word, 40) from regexp_split_to_table(
      regexp_replace(normalize(regexp_replace(normalize(lower(p_text), NFKD), '[\u0300-\u036f]', '', 'g'), NFKC), '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff])', ' \1 ', 'g'),
      '[^[:alnum:]]+') word
    where word <> '')
$$;

-- The stretch of time that an id was made in: 2^31 milliseconds of its first 48 bits.
create function search_stretch(p_id uuid) returns integer language sql immutable parallel safe as $$
  select (('x' || left(p_id::text, 8))::bit(32)::bigint >> 15)::integer
$$;
-- Who finds a word: everybody in a workspace, those who see private posts, or one person in it.
create function search_scope(p_workspace uuid, p_who text) returns text language sql immutable parallel safe as $$
  select left(md5(p_workspace::text || p_who), 8)
$$;

-- Costly, so that no plan does it row by row where the index knows.
create function search_lexemes(p_workspace uuid, p_id uuid, p_private boolean, p_from uuid, p_to uuid[], p_text text) returns tsvector
language sql immutable parallel safe cost 10000 set search_path = public, pg_temp as $$
  select array_to_tsvector(array(
    select scope || to_hex(search_stretch(p_id)) || '.' || word
    from unnest(search_words(p_text)) word,
      (select search_scope(p_workspace, who) as scope from unnest(case when p_private then array['private', p_from::text] || p_to::text[] else array['public'] end) who) scopes))
$$;

create index posts_words on posts using gin (search_lexemes(workspace_id, id, private, from_id, to_ids, description)) where deleted_at is null and not add_on;

-- Ids of the posts that a reader may see and that hold words with all of these beginnings, newest first: at most p_limit of
-- them, older than p_before. As the schema's owner: under row level security no index could answer what a word begins with.
create function posts_search(p_workspace uuid, p_user uuid, p_see_all boolean, p_text text, p_value uuid, p_person uuid, p_before uuid, p_limit integer)
returns setof uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  v_words text[] := search_words(p_text);
  v_scopes text[] := array[search_scope(p_workspace, 'public'), search_scope(p_workspace, case when p_see_all then 'private' else p_user::text end)];
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
  for v_stretch in reverse v_newest .. v_oldest loop
    v_query := (select string_agg('(' || (select string_agg('''' || scope || to_hex(v_stretch) || '.' || word || ''':*', ' & ') from unnest(v_words) word) || ')', ' | ') from unnest(v_scopes) scope)::tsquery;
    return query select p.id from posts p
      where search_lexemes(p.workspace_id, p.id, p.private, p.from_id, p.to_ids, p.description) @@ v_query and p.workspace_id = p_workspace and p.deleted_at is null and not p.add_on
        and (p_before is null or p.id < p_before) and (not p.private or p_see_all or p.from_id = p_user or p_user = any (p.to_ids))
        and (p_value is null or p.value_id = p_value) and (p_person is null or p.from_id = p_person or p_person = any (p.to_ids))
      order by p.id desc limit v_left;
    get diagnostics v_found = row_count;
    v_left := v_left - v_found;
    exit when v_left <= 0;
  end loop;
end $$;

revoke execute on function search_words(text), search_stretch(uuid), search_scope(uuid, text), search_lexemes(uuid, uuid, boolean, uuid, uuid[], text),
  posts_search(uuid, uuid, boolean, text, uuid, uuid, uuid, integer) from public;
grant execute on function search_words(text), search_stretch(uuid), search_scope(uuid, text), search_lexemes(uuid, uuid, boolean, uuid, uuid[], text),
  posts_search(uuid, uuid, boolean, text, uuid, uuid, uuid, integer) to laurel_app;
