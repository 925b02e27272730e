import type { ChildProcess } from 'node:child_process'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { Change } from '#contract/change-topics.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'

/**
 * An event of one server process reaches another within a second, and a read there sees the change.
 */
const t = setupTestApp(() => ({ at: new Date() }))
const children: ChildProcess[] = []
const urls: string[] = []
beforeAll(async () => {
  for (let n = 0; n < 2; n += 1) {
    const { child, port } = await startProcess(t.ownerUrl)
    children.push(child)
    urls.push(`http://127.0.0.1:${port}/api`)
  }
})
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
})

async function callServer<T>(
  at: number,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${urls[at]}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}

/** Opens an event stream at a process and records the time of each change. */
async function openEventStream(at: number, token: string) {
  const leave = new AbortController()
  const response = await fetch(`${urls[at]}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  const heard = new Map<Change, number>()
  const waiting = new Set<() => void>()
  const received: string[] = []
  const reading = (async () => {
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { data } of events ?? []) {
      received.push(data)
      for (const change of JSON.parse(data) as Change[])
        if (!heard.has(change)) heard.set(change, performance.now())
      waiting.forEach((check) => check())
    }
  })().catch(() => {})
  const until = (change: Change) =>
    new Promise<number>((resolve, reject) => {
      const end = setTimeout(
        () => reject(new Error(`never heard ${change}: ${received.join()}`)),
        5_000,
      )
      const check = () => {
        const when = heard.get(change)
        if (when === undefined) return
        clearTimeout(end)
        waiting.delete(check)
        resolve(when)
      }
      waiting.add(check)
      check()
    })
  return {
    heard,
    until,
    leave: async () => {
      leave.abort()
      await reading
    },
  }
}

test('an event reaches the other process within a second', async () => {
  const team = await makeTeam(t)
  const [from, to, third] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const pages = [await openEventStream(1, to.token), await openEventStream(1, third.token)] as const
  const [authorPage, otherPages] = pages
  // A process starts to listen with its first stream and may miss events published before that.
  for (
    const end = Date.now() + 5_000;
    !authorPage.heard.has('config') || !otherPages.heard.has('config');
  ) {
    expect(Date.now()).toBeLessThan(end)
    await callServer(0, team.admin.token, 'PUT', '/settings', { limit: 1_000 })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const post = async (fields: object) =>
    (
      await callServer<Post>(0, from.token, 'POST', '/posts', {
        to_id: [to.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thank you very much',
        ...fields,
      })
    ).body.id
  const waits: number[] = []
  for (let n = 0; n < 10; n += 1) {
    const id = await post({})
    const answered = performance.now()
    waits.push(
      (await authorPage.until(`posts:${id}`)) - answered,
      (await otherPages.until(`posts:${id}`)) - answered,
    )
    expect((await callServer<Post>(1, to.token, 'GET', `/posts/${id}`)).body).toMatchObject({
      id,
      like_count: 0,
    })
  }
  expect(Math.max(...waits)).toBeLessThan(1_000)
  expect(authorPage.heard.has('coins')).toBe(true)
  expect(otherPages.heard.has('coins')).toBe(false)

  const privatePost = await post({ private: true })
  await authorPage.until(`posts:${privatePost}`)
  const lastPost = await post({})
  await otherPages.until(`posts:${lastPost}`)
  expect(otherPages.heard.has(`posts:${privatePost}`)).toBe(false)
  expect((await callServer(1, third.token, 'GET', `/posts/${privatePost}`)).status).toBe(404)
  await Promise.all(pages.map((page) => page.leave()))
})
