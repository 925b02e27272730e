import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makePost,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { type ApiCaller, setupTwoProcesses } from '#tests/support/processes.ts'
import { reportMeasurement, durationSeconds } from './duration.ts'

/**
 * A team is reset while members post, add, comment, redeem and delete, over two processes: no
 * request fails because of a deadlock.
 */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately: ApiCaller = setupTwoProcesses(t)
const resetCount = durationSeconds(8)
/** Error codes of requests for rows that the reset has just deleted. */
const expectedErrorCodes = new Set([
  'not_found',
  'not_enough_points',
  'conflict',
  'no_points',
  'purchase_decided',
])

/** Posts, deletes, adds to a post, comments and redeems in a loop until stopped. */
async function actUntilStopped(
  team: Team,
  [me, other]: [Member, Member],
  n: number,
  state: { done: boolean; answers: Map<string, number> },
  post: () => string,
): Promise<void> {
  const acts: (() => ReturnType<ApiCaller>)[] = [
    () =>
      callAlternately('POST', '/posts', me.token, {
        to_id: [other.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thank you very much',
      }),
    () =>
      callAlternately(
        'POST',
        '/posts',
        me.token,
        {
          to_id: [other.user_id],
          value_id: team.value_id,
          score: 1,
          description: 'Thank you very much',
        },
        crypto.randomUUID(),
      ),
    async () => {
      const created = await callAlternately<{ id: string }>('POST', '/posts', me.token, {
        to_id: [other.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thank you very much',
      })
      return created.status === 200
        ? callAlternately('DELETE', `/posts/${created.body.id}`, me.token)
        : created
    },
    () => callAlternately('POST', `/posts/${post()}/add_ons`, me.token, { score: 1 }),
    () => callAlternately('POST', `/posts/${post()}/comments`, me.token, { text: 'Well deserved' }),
  ]
  for (let round = n; !state.done; round += 1) {
    const { status, codes } = await (acts[round % acts.length] as () => ReturnType<ApiCaller>)()
    const isGone = codes.every((code) => expectedErrorCodes.has(code)) && status < 500
    const failure = isGone ? 'gone' : `${status} ${codes.join()}`
    const statusKey = status < 300 ? 'ok' : failure
    state.answers.set(statusKey, (state.answers.get(statusKey) ?? 0) + 1)
  }
}

test('reset: repeated resets of a busy team cause no error', { timeout: 300_000 }, async () => {
  const team = await makeTeam(t, { limit: null })
  const members = await Promise.all(
    Array.from({ length: 8 }, () => makeMember(t, team.workspace_id)),
  )
  for (const member of members) await addBalance(t, member, 1_000)
  const name = (await t.call('config.get', { token: team.admin.token })).body.workspace.name
  let post = await makePost(t, team.admin, members, team.value_id, 1)
  const state = { done: false, answers: new Map<string, number>() }
  const people = members.map((one, n) =>
    actUntilStopped(team, [one, members[(n + 1) % members.length] as Member], n, state, () => post),
  )
  let worst = 0
  try {
    for (let n = 0; n < resetCount; n += 1) {
      await markPresent(t, team.admin)
      const from = performance.now()
      const result = await callAlternately('DELETE', '/workspace/reset', team.admin.token, {
        name,
      })
      worst = Math.max(worst, performance.now() - from)
      expect([n, result.status, result.codes]).toEqual([n, 204, []])
      post = await makePost(t, team.admin, members, team.value_id, 1)
    }
  } finally {
    state.done = true
    await Promise.all(people)
  }
  reportMeasurement(
    'reset: answers to everybody else',
    JSON.stringify(Object.fromEntries(state.answers)),
  )
  reportMeasurement('reset: took ms, at worst', worst)
  expect(
    [...state.answers.keys()].filter((statusKey) => statusKey !== 'ok' && statusKey !== 'gone'),
  ).toEqual([])
  expect(state.answers.get('ok')).toBeGreaterThan(resetCount)
  await t.checkLedger()
})
