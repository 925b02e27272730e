// An identity provider that sends the people and groups of a company, as Okta and Entra ID do.
import { enterpriseUrn, coreUserUrn } from '#server/workflows/scim/attributes.ts'

/** Departments appear among the first people; a team has one manager. */
const [departmentsCount, teamSize] = [100, 10]
/** Requests that the provider has in flight at once. */
export const concurrency = 4

type Body = Record<string, unknown>
export type Provider = {
  baseUrl: string
  token: string
  /** The manager of all managers. */
  bossId: string
  /** The ids of the people who were sent, in the order of their creation. */
  userIds: string[]
}

/** Sends a request. Throws unless it succeeds. */
async function send(
  { baseUrl, token }: Provider,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: Body,
): Promise<Body> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return text === '' ? {} : (JSON.parse(text) as Body)
}

/** Throws if a look-up finds something: the provider would not create it. */
async function assertAbsent(provider: Provider, type: string, filter: string): Promise<void> {
  const found = await send(
    provider,
    'GET',
    `/${type}?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`,
  )
  if (found['totalResults'] !== 0) throw new Error(`${filter} exists`)
}

const addressOf = (n: number) => `person${n}@northwind.example`

/** Looks a person up and creates them. Returns the id. */
async function sendUser(provider: Provider, n: number, manager: string): Promise<string> {
  const userName = addressOf(n)
  await assertAbsent(provider, 'Users', `userName eq "${userName}"`)
  const { id } = await send(provider, 'POST', '/Users', {
    schemas: [coreUserUrn, enterpriseUrn],
    userName,
    externalId: `00u${n}`,
    name: { givenName: `Given${n % 500}`, familyName: `Family${n}` },
    displayName: `Given${n % 500} Family${n}`,
    emails: [{ primary: true, value: userName, type: 'work' }],
    phoneNumbers: [{ value: `+49 30 ${100_000 + n}`, type: 'work' }],
    addresses: [{ type: 'work', country: 'DE' }],
    title: 'Engineer',
    preferredLanguage: 'en-US',
    active: true,
    [enterpriseUrn]: {
      employeeNumber: `E${n}`,
      costCenter: `${n % 50}`,
      department: `Department ${n % departmentsCount}`,
      manager,
    },
  })
  provider.userIds.push(String(id))
  return String(id)
}

/**
 * Sends the ten people of a team. In turn, the manager comes first and is named by id, comes last
 * and is named by address, or is outside of the provider's scope and never comes.
 */
async function sendTeam(provider: Provider, team: number, times: number[]): Promise<void> {
  const first = team * teamSize
  const kind = team % 5
  const sendTimed = async (n: number, manager: string) => {
    const began = performance.now()
    const id = await sendUser(provider, n, manager)
    times.push(performance.now() - began)
    return id
  }
  if (kind < 3) {
    const leadId = await sendTimed(first, provider.bossId)
    for (let n = 1; n < teamSize; n += 1) await sendTimed(first + n, leadId)
    return
  }
  const lead = kind === 3 ? addressOf(first + teamSize - 1) : `outside${team}@northwind.example`
  for (let n = 0; n < teamSize - 1; n += 1) await sendTimed(first + n, lead)
  await sendTimed(first + teamSize - 1, provider.bossId)
}

/** After this many teams of the company, the provider sends one of a company with few people. */
const teamsPerControl = 10
export type SentPeople = { times: number[]; controlTimes: number[] }

/**
 * Sends people, `count` of them from number `from` on, and some to a company with few people in
 * between, so that changes of the machine's speed cancel out. Returns the time of each in
 * milliseconds.
 */
export async function sendPeople(
  provider: Provider,
  control: Provider,
  { from, count }: { from: number; count: number },
): Promise<SentPeople> {
  const sent: SentPeople = { times: [], controlTimes: [] }
  const [first, end] = [from / teamSize, (from + count) / teamSize]
  let next = first
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < end) {
        const team = next
        next += 1
        await sendTeam(provider, team, sent.times)
        if ((team - first) % teamsPerControl === 0) await sendTeam(control, team, sent.controlTimes)
      }
    }),
  )
  return sent
}

/**
 * Looks a group up, creates it and adds members, `blockSize` with each PATCH. Returns the time of
 * each PATCH in milliseconds.
 */
export async function sendGroup(
  provider: Provider,
  name: string,
  { memberIds, blockSize }: { memberIds: string[]; blockSize: number },
): Promise<number[]> {
  await assertAbsent(provider, 'Groups', `displayName eq "${name}"`)
  const { id } = await send(provider, 'POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: name,
    externalId: name,
  })
  const times: number[] = []
  for (let start = 0; start < memberIds.length; start += blockSize) {
    const value = memberIds.slice(start, start + blockSize).map((value) => ({ value }))
    const began = performance.now()
    await send(provider, 'PATCH', `/Groups/${String(id)}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Add', path: 'members', value }],
    })
    times.push(performance.now() - began)
  }
  return times
}
