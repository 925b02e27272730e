import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { runAt, setupRunners } from '#tests/support/celebration-runners.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/**
 * A year of 200 people in 30 time zones. Two processes run the worker at the same times, and are
 * killed at random: each celebration is posted once, in the person's day.
 */
const peopleCount = 200
const zones = Intl.supportedValuesOf('timeZone')
  .filter((_, index) => index % 14 === 0)
  .slice(0, 30)
const year = 2027
const yearStart = Date.parse('2026-12-31T00:00:00Z')
const yearEnd = Date.parse('2028-01-02T00:00:00Z')
const stepMs = 6 * hourMs
const killsMax = 25
const processes = 2

/** A generator of numbers from 0 to 1 that repeats for a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

let t: TestApp
let team: Team
let other: Team
beforeAll(async () => {
  t = await startTestApp({ at: new Date(yearStart) })
  team = await makeTeam(t)
  other = await makeTeam(t)
  await addPeople(team)
  await addPeople(other)
  const { token } = team.admin
  await t.call('settings.update', { token, body: { birthdays: 'opt_out' } })
  const budget = await t.call('budgets.create', {
    token,
    body: {
      name: 'Moments',
      period: 'once',
      points: 100_000,
      owner_ids: [team.admin.user_id],
      recipients: {},
    },
  })
  const body = { enabled: true, points: 10, budget_id: budget.body.id }
  for (const kind of ['birthday', 'anniversary'])
    await t.call('celebrations.update', { token, params: { kind }, body })
})
afterAll(() => t?.close())
const startRunner = setupRunners()

/** Adds accepted people whose birthdays and first days are spread over the year, with leap days. */
async function addPeople({ workspace_id: workspaceId }: Team): Promise<void> {
  await t.services.db.tenant(workspaceId, (trx) =>
    sql`
      insert into users (workspace_id, id, email, first_name, state, timezone, birth_date,
        hire_date, created_at)
      select ${workspaceId}, gen_random_uuid(), 'p' || n || '@example.test', 'Person ' || n,
        'accepted', (${zones}::text[])[1 + n % ${zones.length}::int],
        case when n % 40 = 0 then date '1992-02-29' else date '1990-01-01' + (n * 37) % 365 end,
        date '2020-01-01' + (n * 53) % 365, now()
      from generate_series(1, ${peopleCount}::int) n`.execute(trx),
  )
}

/** Lets two processes live through the year. Returns how often one was killed. */
async function runYear(random: () => number): Promise<number> {
  const runners = await Promise.all(
    Array.from({ length: processes }, () => startRunner(t.ownerUrl)),
  )
  let kills = 0
  for (let at = yearStart; at <= yearEnd; at += stepMs) {
    const runs = runners.map((runner) => runAt(runner, at))
    const victim = Math.floor(random() * processes)
    const runner = runners[victim]
    if (runner && kills < killsMax && random() < 0.03) {
      kills += 1
      await new Promise((resolve) => {
        setTimeout(resolve, random() * 12)
      })
      runner.child.kill('SIGKILL')
      await Promise.all(runs)
      runners[victim] = await startRunner(t.ownerUrl)
    }
    await Promise.all(runs)
  }
  return kills
}

type PostRow = { user_id: string; kind: string; local: string; expected: string; score: number }
/** Returns the posts of the year with the day in the person's time zone. */
async function listPosts({ workspace_id: workspaceId }: Team): Promise<PostRow[]> {
  return t.services.db.tenant(workspaceId, async (trx) => {
    const { rows } = await sql<PostRow>`
      select u.id as user_id, p.occasion ->> 'kind' as kind, p.score,
        to_char(p.created_at at time zone u.timezone, 'MM-DD') as local,
        to_char(case when p.occasion ->> 'kind' = 'birthday' then u.birth_date else u.hire_date
          end, 'MM-DD') as expected
      from posts p join users u on u.workspace_id = p.workspace_id and u.id = p.to_ids[1]
        join celebrations c on c.workspace_id = p.workspace_id and c.post_id = p.id
      where p.workspace_id = ${workspaceId} and c.year = ${year}`.execute(trx)
    return rows
  })
}

/** Returns the number of all posts: some days before and after the year are celebrated too. */
const countPosts = ({ workspace_id: workspaceId }: Team): Promise<number> =>
  t.services.db.tenant(workspaceId, async (trx) => {
    const { count } = await trx
      .selectFrom('posts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

test('each celebration of a year is posted once in its day', { timeout: 300_000 }, async () => {
  const kills = await runYear(createRandom(20_271))
  expect(kills).toBeGreaterThan(10)
  const posts = await listPosts(team)
  const keys = posts.map(({ user_id: id, kind }) => `${id} ${kind}`)
  expect(keys).toHaveLength(peopleCount * 2)
  expect(new Set(keys).size).toBe(peopleCount * 2)
  for (const { local, expected } of posts)
    expect(local).toBe(expected === '02-29' ? '02-28' : expected)
  expect(await countPosts(other)).toBe(0)
  const [budget] = (await t.call('budgets.list', { token: team.admin.token })).body
  expect(budget?.left).toBe(100_000 - (await countPosts(team)) * 10)
  await t.checkLedger()
})
