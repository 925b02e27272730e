import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
} from '#tests/support/factories.ts'
import { createWorkspaceSnapshots } from './create-snapshots.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-01T12:00:00Z') }))
const at = <T>(list: T[], index: number): T => list[index % list.length] as T
/** A post (`to` is set) or a redemption, on its day in the time zone of the team. */
type Act = { day: string; by: string; to?: string; points: number }
const [firstDay, dayCount] = ['2026-03-03', 8]
const dayAfter = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * Makes a team of two departments of six people and four others. On each day somebody gives a minute
 * after midnight and a minute before, so that another end of a range or time zone moves a post.
 */
async function makeHistory(timezone: string) {
  t.clock.set(new Date('2026-03-01T12:00:00Z'))
  const team = await makeTeam(t, { limit: null, timezone })
  const { token } = team.admin
  const people = await Promise.all(
    Array.from({ length: 16 }, () => makeMember(t, team.workspace_id)),
  )
  const group = people.slice(0, 6)
  for (const [name, members] of [
    ['Support', group],
    ['Sales', people.slice(6, 12)],
  ] as const) {
    const body = { kind: 'department' as const, name }
    const { id } = (await t.call('groups.create', { token, body })).body
    const userIds = { user_ids: members.map((one) => one.user_id) }
    await t.call('groups.add_members', { token, params: { id }, body: userIds })
  }
  for (const one of people) await addBalance(t, one, 100)
  const reward = await makeTeamReward(t, team)
  const acts: Act[] = []
  const setClock = (day: string, time: string) =>
    t.clock.set(
      new Date(
        Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: time })
          .epochMilliseconds,
      ),
    )
  const give = async (day: string, from: Member, to: Member, score: number) => {
    const post = { to_id: [to.user_id], value_id: team.value_id, score, description: 'Thank you' }
    expect((await t.call('posts.create', { token: from.token, body: post })).status).toBe(200)
    acts.push({ day, by: from.user_id, to: to.user_id, points: score })
  }
  for (let n = 0; n < dayCount; n += 1) {
    const day = dayAfter(firstDay, n)
    setClock(day, '00:01')
    await give(day, at(people, n), at(people, n + 5), n + 1)
    if (n % 4 === 1) {
      const redeemer = at(people, n + 3)
      const input = { params: { id: reward }, body: { amount: 1 } }
      expect(
        (await t.call('shop.redeem', { token: redeemer.token, ...input })).status,
      ).toBeLessThan(300)
      acts.push({ day, by: redeemer.user_id, points: 1 })
    }
    setClock(day, '23:59')
    await give(day, at(people, n * 5 + 1), at(people, n * 5 + 3), 20 + n)
  }
  const groups = (await t.call('groups.list', { token })).body.items
  return {
    team,
    acts,
    groupId: groups.find(({ name }) => name === 'Support')?.id ?? '',
    groupIds: new Set(group.map((one) => one.user_id)),
  }
}

/** Returns the figures of a range of a full scan, of all people or of those of a group. */
function scan(acts: Act[], from: string, to: string, ids?: Set<string>) {
  const isCounted = (id: string | undefined): id is string => !!id && (!ids || ids.has(id))
  const inRange = acts.filter(({ day }) => day >= from && day <= to)
  const posts = inRange.filter((act) => act.to !== undefined)
  const sum = (list: Act[]) =>
    list.filter(({ by }) => isCounted(by)).reduce((total, { points }) => total + points, 0)
  const count = (list: (string | undefined)[]) => new Set(list.filter(isCounted)).size
  return {
    active: count(inRange.flatMap((act) => [act.by, act.to])),
    givers: count(posts.map((act) => act.by)),
    recipients: count(posts.map((act) => act.to)),
    granted: sum(posts),
    spent: sum(inRange.filter((act) => act.to === undefined)),
  }
}

test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'each end of a range counts the posts of its days (%s)',
  async (timezone) => {
    const { team, acts, groupId, groupIds } = await makeHistory(timezone)
    const snapshotDays = await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
      at: t.clock.now(),
      rowsMin: 7,
    })
    expect(snapshotDays.length).toBeGreaterThan(3)
    for (const ids of [undefined, groupIds])
      for (let first = 0; first < dayCount; first += 1)
        for (let length = 1; first + length <= dayCount; length += 1) {
          const [from, to] = [dayAfter(firstDay, first), dayAfter(firstDay, first + length - 1)]
          const { body } = await t.call('leaderboards.statistics', {
            token: team.admin.token,
            query: { from, to, ...(ids ? { group_id: groupId } : {}) },
          })
          const now = scan(acts, from, to, ids)
          const before = scan(acts, dayAfter(from, -length), dayAfter(from, -1), ids)
          const both = (name: keyof typeof now) => ({ now: now[name], before: before[name] })
          expect(body, `${from} to ${to}`).toMatchObject({
            active_users: both('active'),
            givers: both('givers'),
            recipients: both('recipients'),
            points_granted: both('granted'),
            points_spent: both('spent'),
          })
          expect(
            body.days.map(({ day, active, granted, spent }) => ({ day, active, granted, spent })),
          ).toEqual(
            Array.from({ length }, (_, n) => {
              const day = dayAfter(from, n)
              const { active, granted, spent } = scan(acts, day, day, ids)
              return { day, active, granted, spent }
            }),
          )
        }
  },
)
