import type { Leader } from '#contract/reports.ts'
import { peopleByIds, personOf } from '#server/modules/users/queries.ts'
import { fail } from '#server/platform/errors.ts'
import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { type LeaderRow, leaders } from './queries.ts'
import { reportDays, shares } from './rules.ts'

export function mountReports(handle: Handle, { db }: Services): void {
  handle('leaderboards.list', async ({ actor, query, at }) => {
    const { workspace_id, user_id } = actor
    const { from, to } = reportDays(query, actor.limit_period, actor.timezone, at)
    return db.tenant(workspace_id, async (trx) => {
      const { show_leaderboard, leaderboard_mode: mode } = await trx.selectFrom('settings').select(['show_leaderboard', 'leaderboard_mode']).where('workspace_id', '=', workspace_id).executeTakeFirstOrThrow()
      if (!show_leaderboard && !actor.abilities.has('see_dashboard')) fail('forbidden')
      const direction = query.direction ?? (mode === 'receivers' ? 'received' : 'given')
      const found = await leaders(trx, workspace_id, from, to, direction, query.limit, user_id)
      const people = await peopleByIds(trx, workspace_id, [...found.rows, ...(found.own ? [found.own] : [])].map((row) => row.user_id))
      const split = shares(found.rows.map((row) => row.score), found.total)
      const present = (row: LeaderRow, share: number): Leader => ({ ...row, user: personOf(people, row.user_id), share })
      const place = found.rows.findIndex((row) => row.user_id === user_id)
      const ownShare = place >= 0 ? (split[place] ?? 0) : Math.round(((found.own?.score ?? 0) * 100) / (found.total || 1))
      return { items: found.rows.map((row, index) => present(row, split[index] ?? 0)), total: found.total, own: found.own ? present(found.own, ownShare) : null, direction, mode, from, to }
    })
  })
}
