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
 * A team is reset while people give, add, comment, redeem and delete in it, at two processes: no
 * deadlock reaches anybody.
 */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately: ApiCaller = setupTwoProcesses(t)
const resetCount = durationSeconds(8)
/** What people are told who ask for what the reset has just taken away. */
const expectedErrorCodes = new Set([
  'not_found',
  'not_enough_points',
  'conflict',
  'no_points',
  'purchase_decided',
])

/** One who gives, takes back, adds to a post, says something and redeems, until told to stop. */
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
      const made = await callAlternately<{ id: string }>('POST', '/posts', me.token, {
        to_id: [other.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thank you very much',
      })
      return made.status === 200
        ? callAlternately('DELETE', `/posts/${made.body.id}`, me.token)
        : made
    },
    () => callAlternately('POST', `/posts/${post()}/add_ons`, me.token, { score: 1 }),
    () => callAlternately('POST', `/posts/${post()}/comments`, me.token, { text: 'Well deserved' }),
  ]
  for (let turn = n; !state.done; turn += 1) {
    const { status, codes } = await (acts[turn % acts.length] as () => ReturnType<ApiCaller>)()
    const told =
      status < 300
        ? 'ok'
        : codes.every((code) => expectedErrorCodes.has(code)) && status < 500
          ? 'gone'
          : `${status} ${codes.join()}`
    state.answers.set(told, (state.answers.get(told) ?? 0) + 1)
  }
}

test(
  'reset: a team that gives points meanwhile is reset again and again, and nobody meets an error',
  { timeout: 300_000 },
  async () => {
    const team = await makeTeam(t, { limit: null })
    const members = await Promise.all(
      Array.from({ length: 8 }, () => makeMember(t, team.workspace_id)),
    )
    for (const member of members) await addBalance(t, member, 1_000)
    const name = (await t.call('config.get', { token: team.admin.token })).body.workspace.name
    let post = await makePost(t, team.admin, members, team.value_id, 1)
    const state = { done: false, answers: new Map<string, number>() }
    const people = members.map((one, n) =>
      actUntilStopped(
        team,
        [one, members[(n + 1) % members.length] as Member],
        n,
        state,
        () => post,
      ),
    )
    let worst = 0
    try {
      for (let n = 0; n < resetCount; n += 1) {
        await markPresent(t, team.admin)
        const from = performance.now()
        const answer = await callAlternately('DELETE', '/workspace/reset', team.admin.token, {
          name,
        })
        worst = Math.max(worst, performance.now() - from)
        expect([n, answer.status, answer.codes]).toEqual([n, 204, []])
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
    expect([...state.answers.keys()].filter((told) => told !== 'ok' && told !== 'gone')).toEqual([])
    expect(state.answers.get('ok')).toBeGreaterThan(resetCount)
    await t.checkLedger()
  },
)
