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

/** A team on a database that no test app stands on, and people who have points to spend there. */
export type WorkloadTeam = { team: Team; members: Member[]; reward_id: string; balance: number }
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
    return { team, members, reward_id: rewardId, balance }
  } finally {
    await db.close()
  }
}

/**
 * How a try of a call ended. `lost`: no answer, so nobody knows whether it was done; the same key
 * asks again.
 */
type CallAttempt = { status: number; body: { id?: string } } | 'lost' | 'refused'
export type Load = {
  /** What was acknowledged: ids of posts that stand, of posts that are deleted, of purchases. */
  posts: Set<string>
  deleted: Set<string>
  purchases: Set<string>
  /** Answers that nobody should ever get. */
  faults: string[]
  /** Tries that had no answer or were told to come again, and those that could not even connect. */
  lost: number
  refused: number
  /**
   * Waits until something that was asked after now is acknowledged; answers after how many
   * milliseconds.
   */
  retries: (patienceMs?: number) => Promise<number>
  /** Lets every client finish what it began, however often it has to ask. */
  finish: () => Promise<void>
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
async function attemptCall(
  url: string,
  method: string,
  path: string,
  token: string,
  key: string,
  body?: unknown,
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

/**
 * One client for each member gives, redeems and deletes all the time; each act has a key and is
 * asked for until it is acknowledged.
 */
export function startLoad(crowd: WorkloadTeam, urls: () => string[]): Load {
  const { team, members, reward_id: rewardId } = crowd
  let stopping = false
  let ackedFrom = 0
  const load: Load = {
    posts: new Set(),
    deleted: new Set(),
    purchases: new Set(),
    faults: [],
    lost: 0,
    refused: 0,
    retries: again,
    finish,
  }

  /**
   * Asks with one key until there is an answer; a second time now and then, which must say the
   * same.
   */
  async function insist(
    member: Member,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ id?: string } | null> {
    const key = randomUUID()
    let turn = Math.floor(Math.random() * 2)
    for (const until = performance.now() + 90_000; performance.now() < until;) {
      const from = performance.now()
      const all = urls()
      const answer = await attemptCall(
        all[(turn += 1) % all.length] ?? '',
        method,
        path,
        member.token,
        key,
        body,
      )
      if (answer === 'refused') load.refused += 1
      else if (answer === 'lost' || answer.status === 503 || answer.status === 429) load.lost += 1
      else if (answer.status !== 200) {
        load.faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return null
      } else {
        ackedFrom = Math.max(ackedFrom, from)
        if (Math.random() < 0.1) {
          const twin = await attemptCall(all[0] ?? '', method, path, member.token, key, body)
          if (typeof twin === 'object' && twin.status === 200 && twin.body.id !== answer.body.id)
            load.faults.push(`${path}: one key, two effects`)
        }
        return answer.body
      }
      if (answer !== 'refused' || all.length === 1) await sleep(20 + Math.random() * 60)
    }
    load.faults.push(`${method} ${path}: never answered`)
    return null
  }
  async function client(member: Member, n: number): Promise<void> {
    const own: string[] = []
    while (!stopping) {
      const chance = Math.random()
      if (chance < 0.2 && own.length) {
        const id = own.shift() ?? ''
        if (await insist(member, 'DELETE', `/posts/${id}`)) {
          load.posts.delete(id)
          load.deleted.add(id)
        }
      } else if (chance < 0.4) {
        const done = await insist(member, 'POST', `/shop/rewards/${rewardId}`, {})
        if (done?.id) load.purchases.add(done.id)
      } else {
        const to =
          members[(n + 1 + Math.floor(Math.random() * (members.length - 1))) % members.length]
        const done = await insist(member, 'POST', '/posts', {
          to_id: [to?.user_id],
          value_id: team.value_id,
          score: 1,
          description: 'Thank you for the help',
        })
        if (done?.id) {
          own.push(done.id)
          load.posts.add(done.id)
        }
      }
    }
  }
  async function again(patienceMs = 60_000): Promise<number> {
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
  const clients = members.map(client)
  async function finish(): Promise<void> {
    stopping = true
    await Promise.all(clients)
  }
  return load
}

/**
 * Everything acknowledged is there, exactly once, and nothing else; the ledger and the figures are
 * whole.
 */
export async function verifyLoad(ownerUrl: string, crowd: WorkloadTeam, load: Load): Promise<void> {
  expect(load.faults).toEqual([])
  const { workspace_id: workspaceId } = crowd.team
  await withClient(ownerUrl, async (client) => {
    const ids = async (text: string) =>
      (await client.query<{ id: string }>(`${text} order by id`, [workspaceId])).rows.map(
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
    const { rows } = await client.query<{ total: string }>(
      'select sum(balance) as total from wallets where workspace_id = $1',
      [workspaceId],
    )
    expect(Number(rows[0]?.total)).toBe(
      crowd.members.length * crowd.balance + load.posts.size - load.purchases.size,
    )
  })
  expect(await reconcileLedger(ownerUrl)).toEqual([])
  const db = connectDatabase({ url: ownerUrl, maxConnections: 2 })
  try {
    const told: unknown[] = []
    await reconcileReports(db, {
      rebuild: false,
      onDifference: (one) => {
        told.push(one)
      },
    })
    expect(told).toEqual([])
  } finally {
    await db.close()
  }
}
