-- Raises a refusal that the server turns into an error of the API: SQLSTATE LA001, the code as
-- message, the parameters as detail.
create or replace function refuse(code text, params jsonb default '{}') returns void
language plpgsql as $$
begin
  raise exception using errcode = 'LA001', message = code, detail = params::text;
end $$;
revoke execute on function refuse from public;
grant execute on function refuse to laurel_app;
