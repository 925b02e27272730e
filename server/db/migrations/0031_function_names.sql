-- Standard terms for functions with a private name. Those of db/functions come from there.
drop function if exists work_due, audit_forget;
drop trigger if exists users_seats on users;
drop trigger if exists users_seats_in on users;

alter function search_plain rename to search_normalize;
-- The time slice of a post: 2^31 milliseconds (25 days) of the time in its id.
alter function search_stretch rename to search_time_slice;

drop function search_prefix;
-- Returns the prefix of a lexeme: its workspace, its readers (everybody, readers of private posts,
-- or one user) and its time slice.
create function search_prefix(p_workspace uuid, p_who text, p_slice integer) returns text
language sql immutable parallel safe as $$
  select left(md5(p_workspace::text || p_who), 8) || to_hex(p_slice) || '.'
$$;
revoke execute on function search_prefix from public;
grant execute on function search_prefix to laurel_app;

-- Equal results as before: the index of posts keeps its entries.
create or replace function search_lexemes(
  p_workspace uuid, p_id uuid, p_private boolean, p_from uuid, p_to uuid[], p_text text
) returns tsvector
language plpgsql immutable parallel safe cost 10000 as $$
declare
  v_plain text := public.search_normalize(p_text);
  v_slice integer := public.search_time_slice(p_id);
  v_words text[] := '{}';
  v_prefix text;
begin
  for v_prefix in
    select public.search_prefix(p_workspace, who, v_slice)
    from unnest(case when p_private then array['private', p_from::text] || p_to::text[]
      else array['public'] end) who
  loop
    v_words := v_words || array_remove(
      string_to_array(
        v_prefix || regexp_replace(v_plain, '[^[:alnum:]]+', ' ' || v_prefix, 'g'), ' '),
      v_prefix);
  end loop;
  return array_to_tsvector(v_words);
end $$;
