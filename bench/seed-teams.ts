import pg from 'pg'
import { hashToken } from '#server/platform/ids.ts'

const peopleEach = 10
/** A team, its session tokens in the order of its people, and what a post needs. */
export type SmallTeam = { tokens: string[]; users: string[]; value: string }

const tokenOf = (team: number, person: number) => `bench-session-of-team-${team}-person-${person}`

/** Creates a team of ten people with 20 posts in the given transaction. Parameters: number, tokens. */
const createTeam = `
  declare
    v_workspace uuid := gen_random_uuid();
    v_value uuid := gen_random_uuid();
    v_users uuid[] := array(select gen_random_uuid() from generate_series(1, ${peopleEach}));
    v_n integer;
  begin
    perform set_config('laurel.workspace', v_workspace::text, true);
    insert into workspaces (id, name, trial_ends_at, created_at)
      values (v_workspace, 'Team ' || p_team, now() + interval '1 year', now());
    insert into settings (workspace_id, points_limit) values (v_workspace, null);
    insert into "values" (workspace_id, id, name, color, emoji, tag, is_default, created_at)
      values (v_workspace, v_value, 'Care', '#336699', '⭐', 'care', true, now());
    insert into accounts (id, email, created_at)
      select one, 'bench@' || one || '.test', now() from unnest(v_users) one;
    insert into users (workspace_id, id, account_id, email, first_name, last_name, state, created_at)
      select v_workspace, one, one, 'bench@' || one || '.test', 'First' || n, 'Last' || n, 'accepted',
        now() from unnest(v_users) with ordinality as each (one, n);
    insert into sessions (token_hash, id, account_id, kind, workspace_id, user_id, created_at, seen_at,
        expires_at)
      select hash, gen_random_uuid(), one, 'session', v_workspace, one, now(), now(),
        now() + interval '20 days' from unnest(v_users, p_hashes) as each (one, hash);
    for v_n in 0 .. 19 loop
      perform post_create(v_workspace, gen_random_uuid(), gen_random_uuid(),
        v_users[1 + v_n % ${peopleEach}], array[v_users[1 + (v_n + 1 + v_n / ${peopleEach}) % ${peopleEach}]],
        v_value, 1, 'Thank you for the careful work', false, now(), date_trunc('month', now()),
        current_date, null, null, false);
    end loop;
    return query select v_users, v_value;
  end`

/** Creates teams of ten people with 20 posts each. */
export async function seedTeams(ownerUrl: string, count: number): Promise<SmallTeam[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `create function bench_create_team(p_team integer, p_hashes bytea[])
      returns table (users uuid[], value uuid) language plpgsql as $$ ${createTeam} $$`,
  )
  const teams: SmallTeam[] = []
  for (let team = 0; team < count; team += 1) {
    const tokens = Array.from({ length: peopleEach }, (_, person) => tokenOf(team, person))
    const { rows } = await client.query<{ users: string[]; value: string }>(
      'select * from bench_create_team($1, $2)',
      [team, tokens.map(hashToken)],
    )
    const [row] = rows
    if (row) teams.push({ tokens, ...row })
  }
  await client.query('vacuum analyze')
  await client.end()
  return teams
}
