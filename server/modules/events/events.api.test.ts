import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Change } from '#contract/change-topics.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { type EventBus, startEventBus } from '#server/platform/realtime/event-bus.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import pg from 'pg'

const t = setupTestApp()
let url: string
/** The event bus of a second process. */
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

/** Opens a stream. Returns its events so far and a wait for further ones. */
async function listen(token: string) {
  const leave = new AbortController()
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  let received = ''
  let ended = false
  const reading = (async () => {
    for await (const chunk of response.body ?? [])
      received += new TextDecoder().decode(chunk as Uint8Array)
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
      if (Date.now() > end) throw new Error(`received only: ${received}`)
  }
  await until(() => received.includes('event: open'))
  return {
    response,
    until,
    text: () => received,
    ended: () => ended,
    topics: () =>
      [...received.matchAll(/^data: (.+)$/gm)].flatMap(
        (line) => JSON.parse(line[1] ?? '[]') as Change[],
      ),
    leave: async () => {
      leave.abort()
      await reading
    },
  }
}

test('delivers changes of the own workspace from every process', async () => {
  const [team, stranger] = [await makeTeam(t), await makeTeam(t)]
  const member = await makeMember(t, team.workspace_id)
  const [one, two, far] = [
    await listen(team.admin.token),
    await listen(member.token),
    await listen(stranger.admin.token),
  ]
  expect(one.response.headers.get('content-type')).toBe('text/event-stream')
  expect(one.response.headers.get('cache-control')).toBe('no-store')
  // The first subscriber opens the LISTEN connection; earlier events may be lost.
  await one.until(() => {
    t.services.events.publish(team.workspace_id, ['config'])
    return one.topics().includes('config') && two.topics().includes('config')
  })
  other.events.publish(team.workspace_id, ['billing'], [member.user_id])
  await two.until(() => two.topics().includes('billing'))
  other.events.publish(stranger.workspace_id, ['billing'])
  await far.until(() => far.topics().includes('billing'))
  expect(far.topics()).not.toContain('config')
  expect(one.topics()).not.toContain('billing')
  await Promise.all([one.leave(), two.leave(), far.leave()])
})

test('delivers changes published while a stream opens', async () => {
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
  // Right after its start, a process cannot know what it missed, so it sends a missed event.
  await late.until(() => late.text().includes('event: missed') || late.topics().includes('rewards'))
  expect(foreign.topics()).toEqual([])
  await Promise.all([page.leave(), late.leave(), foreign.leave()])

  const db = connectDatabase({ url: t.ownerUrl, maxConnections: 2 })
  const events = startEventBus(t.ownerUrl, db, createLog('silent'))
  try {
    const received: (Change[] | null)[] = []
    events.subscribe(team.workspace_id, {
      user_id: team.admin.user_id,
      onChanges: (changes) => {
        received.push(changes)
      },
    })
    await expect.poll(() => received).toEqual([null])
    // Later, recent events are replayed to the users they are addressed to.
    const now = performance.now.bind(performance)
    const later = vi
      .spyOn(performance, 'now')
      .mockImplementation(() => now() + 2 * limits.stream_recall_ms)
    try {
      other.events.publish(team.workspace_id, ['coins'], [team.admin.user_id])
      other.events.publish(stranger.workspace_id, ['coins'])
      await expect.poll(() => received).toEqual([null, ['coins']])
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

test('merges many changes and long user lists into one notification', async () => {
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

test('sends a missed event to every stream after a reconnect', async () => {
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

test('ends the oldest stream of a user above the limit', async () => {
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

test('ends a stream within seconds of its session while events keep coming', async () => {
  const team = await makeTeam(t)
  const [member, colleague] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const [page, otherPage] = [await listen(member.token), await listen(colleague.token)]
  // A constant load of events that do not make the session suspect.
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
  'ends a stream at once after %s',
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
    // Well below the 20 seconds after which an idle stream checks its session.
    await page.until(() => page.ended())
  },
)

test('closes open streams at once on shutdown', async () => {
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
