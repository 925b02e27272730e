import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Change } from '#contract/change-topics.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { type EventBus, startEventBus } from '#server/platform/realtime/event-bus.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { endSessions, startSession } from '#server/platform/auth/sessions.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import pg from 'pg'

const t = setupTestApp()
let url: string
/** Another server process, as far as events go. */
let other: { events: EventBus; stop: () => Promise<void> }
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const db = connectDatabase({ url: t.ownerUrl, maxConnections: 2 })
  const events = startEventBus(t.ownerUrl, db, createLog('silent'))
  other = {
    events,
    stop: async () => {
      await events.stop()
      await db.close()
    },
  }
})
afterAll(() => other?.stop())

/** An open page: what it was told so far, and a wait for what it will be told. */
async function listen(token: string) {
  const leave = new AbortController()
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  let heard = ''
  let ended = false
  const reading = (async () => {
    for await (const chunk of response.body ?? [])
      heard += new TextDecoder().decode(chunk as Uint8Array)
  })()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  const until = async (look: () => boolean) => {
    for (
      const end = Date.now() + 5_000;
      !look();
      await new Promise((resolve) => setTimeout(resolve, 10))
    )
      if (Date.now() > end) throw new Error(`heard only: ${heard}`)
  }
  await until(() => heard.includes('event: open'))
  return {
    response,
    until,
    text: () => heard,
    ended: () => ended,
    topics: () =>
      [...heard.matchAll(/^data: (.+)$/gm)].flatMap(
        (line) => JSON.parse(line[1] ?? '[]') as Change[],
      ),
    leave: async () => {
      leave.abort()
      await reading
    },
  }
}

test('whoever listens hears what changed in their workspace, from any process, and nothing of others', async () => {
  const [team, stranger] = [await makeTeam(t), await makeTeam(t)]
  const member = await makeMember(t, team.workspace_id)
  const [one, two, far] = [
    await listen(team.admin.token),
    await listen(member.token),
    await listen(stranger.admin.token),
  ]
  expect(one.response.headers.get('content-type')).toBe('text/event-stream')
  expect(one.response.headers.get('cache-control')).toBe('no-store')
  // The first listener opens the connection that hears; what is said before it stands may pass by.
  await one.until(() => {
    t.services.events.publish(team.workspace_id, ['config'])
    return one.topics().includes('config')
  })
  await two.until(() => two.topics().includes('config'))
  other.events.publish(team.workspace_id, ['billing'], [member.user_id])
  await two.until(() => two.topics().includes('billing'))
  other.events.publish(stranger.workspace_id, ['billing'])
  await far.until(() => far.topics().includes('billing'))
  expect(far.topics()).not.toContain('config')
  expect(one.topics()).not.toContain('billing')
  await Promise.all([one.leave(), two.leave(), far.leave()])
})

test('whoever opens a stream hears what was said while they did; nothing is lost before the first one stands', async () => {
  const [team, stranger] = [await makeTeam(t), await makeTeam(t)]
  const page = await listen(team.admin.token)
  await page.until(() => {
    t.services.events.publish(team.workspace_id, ['config'])
    return page.topics().length > 0
  })
  other.events.publish(team.workspace_id, ['billing'])
  other.events.publish(team.workspace_id, ['rewards'], [team.admin.user_id])
  await page.until(() => page.topics().includes('rewards'))
  const [late, foreign] = [await listen(team.admin.token), await listen(stranger.admin.token)]
  // Within the first moments of a process nobody can tell what was missed: everything is asked
  // anew.
  await late.until(() => late.text().includes('event: missed') || late.topics().includes('rewards'))
  expect(foreign.topics()).toEqual([])
  await Promise.all([page.leave(), late.leave(), foreign.leave()])

  const db = connectDatabase({ url: t.ownerUrl, maxConnections: 2 })
  const events = startEventBus(t.ownerUrl, db, createLog('silent'))
  try {
    const heard: (Change[] | null)[] = []
    events.subscribe(team.workspace_id, {
      user_id: team.admin.user_id,
      onChanges: (changes) => {
        heard.push(changes)
      },
    })
    await expect.poll(() => heard).toEqual([null])
    // Past those moments, what was said is said again, to whom it concerns alone.
    const now = performance.now.bind(performance)
    const later = vi
      .spyOn(performance, 'now')
      .mockImplementation(() => now() + 2 * limits.stream_recall_ms)
    try {
      other.events.publish(team.workspace_id, ['coins'], [team.admin.user_id])
      other.events.publish(stranger.workspace_id, ['coins'])
      await expect.poll(() => heard).toEqual([null, ['coins']])
      const [mine, theirs]: (Change[] | null)[][] = [[], []]
      events.subscribe(team.workspace_id, {
        user_id: team.admin.user_id,
        onChanges: (changes) => {
          mine?.push(changes)
        },
      })
      events.subscribe(team.workspace_id, {
        user_id: stranger.admin.user_id,
        onChanges: (changes) => {
          theirs?.push(changes)
        },
      })
      expect([mine, theirs]).toEqual([[['coins']], []])
    } finally {
      later.mockRestore()
    }
  } finally {
    await events.stop()
    await db.close()
  }
})

test('many news at once are one notification, and a long list of readers is everybody', async () => {
  const team = await makeTeam(t)
  const page = await listen(team.admin.token)
  await page.until(() => {
    t.services.events.publish(team.workspace_id, ['config'])
    return page.topics().length > 0
  })
  for (let n = 0; n < 3_000; n += 1) other.events.publish(team.workspace_id, ['config'])
  other.events.publish(
    team.workspace_id,
    ['billing'],
    Array.from({ length: 101 }, (_, n) => String(n)),
  )
  await page.until(() => page.topics().includes('billing'))
  expect(page.topics().length).toBeLessThan(200)
  await page.leave()
})

test('a lost connection is opened again, and every page is told that it may have missed something', async () => {
  const team = await makeTeam(t)
  const page = await listen(team.admin.token)
  await page.until(() => {
    t.services.events.publish(team.workspace_id, ['config'])
    return page.topics().length > 0
  })
  const missed = () => page.text().split('event: missed').length
  const before = missed()
  const owner = new pg.Client({ connectionString: t.ownerUrl })
  await owner.connect()
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'laurel events'
      and datname = current_database()`,
  )
  await owner.end()
  await page.until(() => missed() > before)
  t.services.events.publish(team.workspace_id, ['billing'])
  await page.until(() => page.topics().includes('billing'))
  await page.leave()
})

test('who has too many streams loses the oldest; a stream is for the session that opened it', async () => {
  const team = await makeTeam(t)
  const pages = []
  for (let n = 0; n <= limits.streams_per_user_max; n += 1)
    pages.push(await listen(team.admin.token))
  const [first, ...rest] = pages
  await first?.until(() => first.ended())
  expect(rest.every((page) => !page.ended())).toBe(true)
  await Promise.all(rest.map((page) => page.leave()))
  await endSessions(t.services.db.global, t.clock.now(), {
    workspace_id: team.workspace_id,
    user_id: team.admin.user_id,
  })
  expect(
    (await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${team.admin.token}` } }))
      .status,
  ).toBe(401)
})

test('a stream ends within seconds of its session while events keep coming', async () => {
  const team = await makeTeam(t)
  const [member, colleague] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const [page, otherPage] = [await listen(member.token), await listen(colleague.token)]
  // Something happens all the time, and nothing that says a session might have ended.
  const busy = setInterval(() => {
    t.services.events.publish(team.workspace_id, ['posts'])
  }, 100)
  try {
    await page.until(() => page.topics().includes('posts'))
    await endSessions(t.services.db.global, t.clock.now(), {
      workspace_id: team.workspace_id,
      user_id: member.user_id,
    })
    const began = Date.now()
    await expect.poll(() => page.ended(), { timeout: limits.stream_check_ms + 5_000 }).toBe(true)
    expect(Date.now() - began).toBeLessThan(limits.stream_check_ms + 4_000)
    expect(otherPage.ended()).toBe(false)
  } finally {
    clearInterval(busy)
    await otherPage.leave()
  }
})

test.each(['log out', 'log out everywhere else', 'deactivation'])(
  'a stream ends at once after %s',
  async (what) => {
    const team = await makeTeam(t)
    const member = await makeMember(t, team.workspace_id)
    const page = await listen(member.token)
    await page.until(() => {
      t.services.events.publish(team.workspace_id, ['posts'])
      return page.topics().includes('posts')
    })
    if (what === 'log out') await t.call('auth.end_session', { token: member.token })
    else if (what === 'deactivation')
      await t.call('users.update', {
        token: team.admin.token,
        params: { id: member.user_id },
        body: { state: 'deactivated' },
      })
    else {
      const { account_id: accountId } = await t.services.db.global
        .selectFrom('sessions')
        .select('account_id')
        .where('user_id', '=', member.user_id)
        .executeTakeFirstOrThrow()
      const token = await startSession(t.services.db.global, t.clock.now(), {
        account_id: accountId,
        kind: 'session',
        workspace_id: team.workspace_id,
        user_id: member.user_id,
      })
      await t.call('auth.end_sessions', { token })
    }
    // Far less than the 20 seconds of silence after which an idle stream asks.
    await page.until(() => page.ended())
  },
)

test('a server that stops lets its listeners go at once', async () => {
  const own = await startTestApp()
  const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
  const team = await makeTeam(own)
  const response = await fetch(`${address}/api/events`, {
    headers: { authorization: `Bearer ${team.admin.token}` },
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const closed = own.close()
  expect((await reader?.read())?.done).toBe(true)
  await closed
})
