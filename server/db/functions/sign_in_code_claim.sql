-- Inserts a sign-in code unless a limit of the last hour is reached: for the address and client
-- together, for the address, for the client. Returns null when it was inserted, otherwise the
-- time when the next one is possible.
-- The hashes are made with every secret in use, the current one first. Requests for one address
-- or client are serialized by advisory locks, taken in the order of their keys.
create or replace function sign_in_code_claim(
  p_id uuid, p_email_hashes bytea[], p_client_hashes bytea[], p_sig_hash bytea, p_code_hash bytea,
  p_purpose text, p_at timestamptz, p_expires_at timestamptz, p_pair_max integer,
  p_address_max integer, p_client_max integer
) returns timestamptz
language plpgsql set search_path = public, pg_temp as $$
declare
  v_key bigint;
  v_since constant timestamptz := p_at - interval '1 hour';
  v_full timestamptz;
begin
  for v_key in
    select distinct ('x' || encode(substring(h from 1 for 8), 'hex'))::bit(64)::bigint
    from unnest(p_email_hashes || p_client_hashes) h order by 1
  loop
    perform pg_advisory_xact_lock(v_key);
  end loop;
  select greatest(
    (select created_at from sign_in_codes
      where email_hash = any (p_email_hashes) and client_hash = any (p_client_hashes)
        and created_at > v_since
      order by created_at desc offset p_pair_max - 1 limit 1),
    (select created_at from sign_in_codes
      where email_hash = any (p_email_hashes) and created_at > v_since
      order by created_at desc offset p_address_max - 1 limit 1),
    (select created_at from sign_in_codes
      where client_hash = any (p_client_hashes) and created_at > v_since
      order by created_at desc offset p_client_max - 1 limit 1)
  ) into v_full;
  if v_full is not null then return least(v_full, p_at) + interval '1 hour'; end if;
  insert into sign_in_codes (
    id, email_hash, client_hash, sig_hash, code_hash, purpose, created_at, expires_at)
  values (p_id, p_email_hashes[1], p_client_hashes[1], p_sig_hash, p_code_hash, p_purpose, p_at,
    p_expires_at);
  return null;
end $$;
revoke execute on function sign_in_code_claim from public;
grant execute on function sign_in_code_claim to laurel_app;
