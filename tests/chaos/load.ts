import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { movableClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

/** A team on a database without a test app, and members with points to spend. */
export type WorkloadTeam = { team: Team; members: Member[]; rewardId: string; balance: number }
export async function makeWorkloadTeam(ownerUrl: string, size = 16): Promise<WorkloadTeam> {
  const db = connectDatabase({ url: ownerUrl, maxConnections: 4 })
  const t = { clock: movableClock(new Date()), services: { db } } as unknown as TestApp
  try {
    const team = await makeTeam(t, { limit: null })
    const members: Member[] = []
    for (let n = 0; n < size; n += 1) members.push(await makeMember(t, team.workspace_id))
    const balance = 1_000_000
    for (const member of members) await addBalance(t, member, balance)
    const rewardId = newId(new Date())
    await db.tenant(team.workspace_id, (trx) =>
      trx
        .insertInto('rewards')
        .values({
          workspace_id: team.workspace_id,
          id: rewardId,
          title: 'Cake',
          price: 1,
          category: 'money_and_giftcards',
          picture_file_id: null,
          type: 'manual',
          reward_type: 'individual',
          available_amount: null,
          country: null,
          gift_card_value: null,
          deadline: null,
          created_at: new Date(),
          deleted_at: null,
        })
        .execute(),
    )
    return { team, members, rewardId, balance }
  } finally {
    await db.close()
  }
}

/**
 * The result of one attempt. `lost`: no answer, so the effect is unknown and the same key is sent
 * again.
 */
type CallAttempt = { status: number; body: { id?: string } } | 'lost' | 'refused'
export type Load = {
  /** Returns the addresses of the server processes. */
  urls: () => string[]
  /** Acknowledged ids of posts, deleted posts and purchases. */
  posts: Set<string>
  deleted: Set<string>
  purchases: Set<string>
  /** Responses that must never occur. */
  faults: string[]
  /** Attempts without an answer or with a retryable error, and attempts that could not connect. */
  lost: number
  refused: number
  /** Waits until a request sent after this call is acknowledged. Returns the milliseconds. */
  waitForAck: (patienceMs?: number) => Promise<number>
  /** Lets every client finish its current request, with as many retries as needed. */
  finish: () => Promise<void>
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
type KeyedRequest = { method: string; path: string; token: string; key: string; body: unknown }
async function attemptCall(
  url: string,
  { method, path, token, key, body }: KeyedRequest,
): Promise<CallAttempt> {
  try {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    return {
      status: response.status,
      body: (await response.json().catch(() => ({}))) as { id?: string },
    }
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
      ? 'refused'
      : 'lost'
  }
}

/** Repeats an answered request. Returns whether the second answer names another effect. */
async function hasOtherEffect(
  request: KeyedRequest,
  url: string,
  id: string | undefined,
): Promise<boolean> {
  const repeated = await attemptCall(url, request)
  return typeof repeated === 'object' && repeated.status === 200 && repeated.body.id !== id
}

type Send = (method: string, path: string, body?: unknown) => Promise<{ id?: string } | null>
/** Creates or deletes a post or redeems the reward, as member `n`, and records the result. */
async function sendRandomRequest(
  { team, members, rewardId }: WorkloadTeam,
  load: Load,
  ownPosts: string[],
  n: number,
  send: Send,
): Promise<void> {
  const chance = Math.random()
  if (chance < 0.2 && ownPosts.length) {
    const id = ownPosts.shift() ?? ''
    if (await send('DELETE', `/posts/${id}`)) {
      load.posts.delete(id)
      load.deleted.add(id)
    }
  } else if (chance < 0.4) {
    const created = await send('POST', `/shop/rewards/${rewardId}`, {})
    if (created?.id) load.purchases.add(created.id)
  } else {
    const to = members[(n + 1 + Math.floor(Math.random() * (members.length - 1))) % members.length]
    const created = await send('POST', '/posts', {
      to_id: [to?.user_id],
      value_id: team.value_id,
      score: 1,
      description: 'Thank you for the help',
    })
    if (created?.id) {
      ownPosts.push(created.id)
      load.posts.add(created.id)
    }
  }
}

/**
 * Starts one client per member that posts, redeems and deletes in a loop. Each request has a key
 * and is repeated until acknowledged.
 */
export function startLoad(workload: WorkloadTeam, urls: () => string[]): Load {
  let stopping = false
  let ackedFrom = 0
  const load: Load = {
    urls,
    posts: new Set(),
    deleted: new Set(),
    purchases: new Set(),
    faults: [],
    lost: 0,
    refused: 0,
    waitForAck,
    finish,
  }

  /**
   * Repeats a request with one key until it is answered. Sometimes sends it again and expects the
   * same answer.
   */
  async function callUntilAnswered(
    member: Member,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ id?: string } | null> {
    const request = { method, path, token: member.token, key: randomUUID(), body }
    let urlIndex = Math.floor(Math.random() * 2)
    for (const until = performance.now() + 90_000; performance.now() < until;) {
      const from = performance.now()
      const all = urls()
      const result = await attemptCall(all[(urlIndex += 1) % all.length] ?? '', request)
      if (result === 'refused') load.refused += 1
      else if (result === 'lost' || result.status === 503 || result.status === 429) load.lost += 1
      else if (result.status !== 200) {
        load.faults.push(`${method} ${path}: ${result.status} ${JSON.stringify(result.body)}`)
        return null
      } else {
        ackedFrom = Math.max(ackedFrom, from)
        if (Math.random() < 0.1 && (await hasOtherEffect(request, all[0] ?? '', result.body.id)))
          load.faults.push(`${path}: one key, two effects`)
        return result.body
      }
      if (result !== 'refused' || all.length === 1) await sleep(20 + Math.random() * 60)
    }
    load.faults.push(`${method} ${path}: never answered`)
    return null
  }
  async function runClient(member: Member, n: number): Promise<void> {
    const ownPosts: string[] = []
    while (!stopping) {
      await sendRandomRequest(workload, load, ownPosts, n, (method, path, body) =>
        callUntilAnswered(member, method, path, body),
      )
    }
  }
  async function waitForAck(patienceMs = 60_000): Promise<number> {
    const now = performance.now()
    while (ackedFrom <= now) {
      if (performance.now() - now > patienceMs)
        throw new Error(
          `nothing was acknowledged for ${patienceMs} ms; ${load.faults.slice(0, 3).join('; ')}`,
        )
      await sleep(10)
    }
    return performance.now() - now
  }
  const clients = workload.members.map(runClient)
  async function finish(): Promise<void> {
    stopping = true
    await Promise.all(clients)
  }
  return load
}

/**
 * Asserts that everything acknowledged exists exactly once, and that ledger and rollups are
 * consistent.
 */
export async function verifyLoad(
  ownerUrl: string,
  workload: WorkloadTeam,
  load: Load,
): Promise<void> {
  expect(load.faults).toEqual([])
  const { workspace_id: workspaceId } = workload.team
  await withClient(ownerUrl, async (runClient) => {
    const ids = async (text: string) =>
      (await runClient.query<{ id: string }>(`${text} order by id`, [workspaceId])).rows.map(
        (row) => row.id,
      )
    expect(
      await ids('select id from posts where workspace_id = $1 and deleted_at is null'),
    ).toEqual([...load.posts].sort())
    expect(
      await ids('select id from posts where workspace_id = $1 and deleted_at is not null'),
    ).toEqual([...load.deleted].sort())
    expect(await ids('select id from purchases where workspace_id = $1')).toEqual(
      [...load.purchases].sort(),
    )
    const { rows } = await runClient.query<{ total: string }>(
      'select sum(balance) as total from wallets where workspace_id = $1',
      [workspaceId],
    )
    expect(Number(rows[0]?.total)).toBe(
      workload.members.length * workload.balance + load.posts.size - load.purchases.size,
    )
  })
  await verifyConsistency(ownerUrl)
}

/** Asserts that ledger and rollups are consistent. */
export async function verifyConsistency(ownerUrl: string): Promise<void> {
  expect(await reconcileLedger(ownerUrl)).toEqual([])
  const db = connectDatabase({ url: ownerUrl, maxConnections: 2 })
  try {
    const findings: unknown[] = []
    await reconcileReports(db, {
      rebuild: false,
      onDifference: (one) => {
        findings.push(one)
      },
    })
    expect(findings).toEqual([])
  } finally {
    await db.close()
  }
}
