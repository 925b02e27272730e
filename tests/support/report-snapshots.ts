import { sql } from 'kysely'
import { createWorkspaceSnapshots } from '#server/modules/reports/create-snapshots.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import type { RollupDifference } from '#server/modules/reports/rollup-queries.ts'
import { dayMs } from '#contract/durations.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Helpers for the snapshots of reports in a test app. */
export function setupSnapshots(t: TestApp) {
  /** Runs SQL in the workspace of a team. Returns the rows. */
  const inTeam = <T>(team: Team, text: string) =>
    t.services.db.tenant(
      team.workspace_id,
      async (trx) => (await sql.raw<T>(text).execute(trx)).rows,
    )

  /** Returns the differences between a team's rollups and its posts and purchases. */
  const check = async (team: Team, rebuild = false): Promise<RollupDifference[]> => {
    const found: RollupDifference[] = []
    await reconcileReports(t.services.db, {
      rebuild,
      onDifference: (one) => {
        if (one.workspace_id === team.workspace_id) found.push(one)
      },
    })
    return found
  }

  /** Returns the days with snapshots, oldest first. */
  const snapshotDays = async (team: Team): Promise<string[]> =>
    (await inTeam<{ day: string }>(team, 'select day from report_snapshots order by day')).map(
      ({ day }) => day,
    )

  /** Returns a team with posts on each of eight days and snapshots of all but the newest days. */
  const teamWithSnapshots = async (): Promise<{
    team: Team
    people: [Member, Member, Member, Member]
    posts: string[]
  }> => {
    const team = await makeTeam(t, { limit: null })
    const make = () => makeMember(t, team.workspace_id)
    const people: [Member, Member, Member, Member] = [
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    const posts: string[] = []
    for (let n = 0; n < 8; n += 1) {
      const [from, to] = [people[n % 4], people[(n + 1) % 4]] as [Member, Member]
      posts.push(
        await makePost(t, from, [to], n % 3 ? team.value_id : team.other_value_id, 1 + n, {
          private: n % 4 === 1,
        }),
      )
      t.clock.advance(dayMs)
    }
    await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
      at: t.clock.now(),
      rowsMin: 4,
    })
    return { team, people, posts }
  }

  return { inTeam, check, snapshotDays, teamWithSnapshots }
}
