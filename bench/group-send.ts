// A post to the 500 people of a group from a budget beside a post to one person.
import type { BenchApp } from './bench-app.ts'

const rounds = 9
const people = 500
const peoplePerCall = 200
const timeMsMax = 1_000

type Sender = { bench: BenchApp; token: string; valueId: string }

/** Calls the API with POST. Throws unless the call succeeds. */
async function post(
  { bench, token }: Sender,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const reply = await bench.call(token, path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return JSON.parse(reply.body) as Record<string, unknown>
}

/** Returns the answer of a call with GET. */
const read = async <T>({ bench, token }: Sender, path: string): Promise<T> =>
  JSON.parse((await bench.call(token, path)).body) as T

/** Returns the median time of a post in milliseconds. */
async function measurePost(sender: Sender, body: object): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now()
    await post(sender, '/posts', {
      value_id: sender.valueId,
      score: 1,
      description: 'Thank you all for the launch',
      ...body,
    })
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/**
 * Prints the time of a post to 500 people beside that of a post to one person. Returns whether it
 * is below a second.
 */
export async function measureGroupSend(sender: Sender): Promise<boolean> {
  const { user } = await read<{ user: { id: string } }>(sender, '/config')
  const { ids } = await read<{ ids: string[] }>(sender, '/users/ids')
  const userIds = ids.filter((id) => id !== user.id).slice(0, people)
  const { id: groupId } = await post(sender, '/groups', { kind: 'team', name: 'All of the launch' })
  for (let start = 0; start < userIds.length; start += peoplePerCall)
    await post(sender, `/groups/${String(groupId)}/members`, {
      user_ids: userIds.slice(start, start + peoplePerCall),
    })
  const { id: budgetId } = await post(sender, '/budgets', {
    name: 'Launch',
    period: 'once',
    points: 1_000_000,
    owner_ids: [user.id],
    recipients: {},
  })
  const one = await measurePost(sender, { to_id: userIds.slice(0, 1), budget_id: budgetId })
  const all = await measurePost(sender, { group_ids: [groupId], budget_id: budgetId })
  const isPassed = all <= timeMsMax
  console.log(
    `A post from a budget to one person: ${one.toFixed(1)} ms, to the ${userIds.length} people of a group: ${all.toFixed(0)} ms (at most ${timeMsMax})   ${isPassed ? 'pass' : 'FAIL'}`,
  )
  return isPassed
}
