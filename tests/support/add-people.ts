import { sql } from 'kysely'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Adds accepted people named Ida to a team. */
export const addPeople = (t: TestApp, team: Pick<Team, 'workspace_id'>, count: number) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    sql`
      insert into users (workspace_id, id, email, first_name, state, created_at)
      select ${team.workspace_id}, gen_random_uuid(), gen_random_uuid() || '@example.test', 'Ida',
        'accepted', now()
      from generate_series(1, ${count}::int) n`.execute(trx),
  )
