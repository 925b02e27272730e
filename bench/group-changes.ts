// Writes whose cost depends on the size of a group: a post to its people, and a department that moves.
import type { BenchApp } from './bench-app.ts'

const rounds = 9
const people = 500
const peoplePerCall = 200
const postMsMax = 1_000
const movedPeople = 5_000
const moveMsMax = 2_000

type Sender = { bench: BenchApp; token: string; valueId: string }

/** Changes something. Throws unless the call succeeds. */
async function send(
  { bench, token }: Sender,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Record<string, unknown>> {
  const reply = await bench.call(token, path, body, method)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body.slice(0, 200)}`)
  return JSON.parse(reply.body) as Record<string, unknown>
}

/** Returns the answer of a call with GET. */
const read = async <T>({ bench, token }: Sender, path: string): Promise<T> =>
  JSON.parse((await bench.call(token, path)).body) as T

/** Creates a group with these people, and returns its id. */
async function makeGroup(sender: Sender, group: object, userIds: string[]): Promise<string> {
  const { id } = await send(sender, '/groups', group)
  for (let start = 0; start < userIds.length; start += peoplePerCall)
    await send(sender, `/groups/${String(id)}/members`, {
      user_ids: userIds.slice(start, start + peoplePerCall),
    })
  return String(id)
}

/** Returns the median time of a post in milliseconds. */
async function measurePost(sender: Sender, body: object): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now()
    await send(sender, '/posts', {
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
  const groupId = await makeGroup(sender, { kind: 'team', name: 'All of the launch' }, userIds)
  const { id: budgetId } = await send(sender, '/budgets', {
    name: 'Launch',
    period: 'once',
    points: 1_000_000,
    owner_ids: [user.id],
    recipients: {},
  })
  const one = await measurePost(sender, { to_id: userIds.slice(0, 1), budget_id: budgetId })
  const all = await measurePost(sender, { group_ids: [groupId], budget_id: budgetId })
  const isPassed = all <= postMsMax
  console.log(
    `A post from a budget to one person: ${one.toFixed(1)} ms, to the ${userIds.length} people of a group: ${all.toFixed(0)} ms (at most ${postMsMax})   ${isPassed ? 'pass' : 'FAIL'}`,
  )
  return isPassed
}

/**
 * Prints the time in which a department of 5,000 people moves below another one. Returns whether it
 * is below two seconds.
 */
export async function measureDepartmentMove(sender: Sender): Promise<boolean> {
  const { ids } = await read<{ ids: string[] }>(sender, '/users/ids')
  const userIds = ids.slice(0, movedPeople)
  const above = await makeGroup(sender, { kind: 'department', name: 'Field' }, [])
  const moved = await makeGroup(sender, { kind: 'department', name: 'Service' }, userIds)
  const started = performance.now()
  await send(sender, `/groups/${moved}`, { parent_id: above }, 'PUT')
  const time = performance.now() - started
  const isPassed = time <= moveMsMax
  console.log(
    `A department of ${userIds.length} people moves below another one: ${time.toFixed(0)} ms (at most ${moveMsMax})   ${isPassed ? 'pass' : 'FAIL'}`,
  )
  return isPassed
}
