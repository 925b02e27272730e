import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { createNominationTeam, type NominationTeam } from '#tests/support/nominations.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()
let n: NominationTeam
beforeEach(async () => {
  t.clock.set(new Date('2026-06-15T12:00:00Z'))
  n = await createNominationTeam(t)
})
const exportOf = async ({ token }: Member) =>
  (await t.call('profiles.export', { token })).body.profile['nominations']
const csvOf = async (id: string, { token } = n.team.admin) => {
  const { status, body } = await t.call('nominations.csv', { token, params: { id } })
  expect(status).toBe(200)
  return String(body)
}

/** Creates a round with four nominations of Wendy, and ends it without a score. */
async function nominateWendy(): Promise<string> {
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy, { text: 'Named words' })
  t.clock.advance(3_600_000)
  await n.nominate(n.ned, id, n.wendy, { text: 'Anonymous words', sharing: 'anonymous' })
  t.clock.advance(3_600_000)
  await n.nominate(n.walter, id, n.wendy, { text: 'Silent words', sharing: 'nothing' })
  await n.nominate(n.joe, id, n.walter, { text: 'Words about Walter' })
  return id
}

test('nominees learn nothing before the announcement', async () => {
  const id = await nominateWendy()
  await n.passDays(15)
  expect((await n.getRound(n.wendy, id)).body.phase).toBe('ended')
  expect(await n.kindsOf(n.wendy)).toEqual([])
  expect(await n.wordsOf(n.wendy)).toEqual([])
  expect(await n.summarize(n.wendy)).toMatchObject({ has_words: false })
  const answers = [
    await t.call('profiles.export', { token: n.wendy.token }),
    await n.getRound(n.wendy, id),
    await t.call('nominations.list', { token: n.wendy.token }),
    await t.call('workspace.audit', { token: n.team.admin.token }),
  ]
  const text = JSON.stringify(answers.map(({ body }) => body))
  for (const secret of ['Named words', 'Anonymous words', await n.idOf(id, n.wendy)])
    expect(text).not.toContain(secret)
})

test('nominees read the words as each nominator chose', async () => {
  const id = await nominateWendy()
  await n.passDays(15)
  await n.announce(id, [])
  const passedAt = t.clock.now().toISOString()
  expect(await n.kindsOf(n.wendy)).toEqual(['kind_words'])
  expect(await n.summarize(n.wendy)).toMatchObject({ has_words: true })
  const words = await n.wordsOf(n.wendy)
  expect(words.toSorted((one, other) => one.text.localeCompare(other.text))).toMatchObject([
    { text: 'Anonymous words', nominator: null, group: null, created_at: passedAt },
    { text: 'Named words', nominator: { id: n.nora.user_id }, created_at: passedAt },
  ])
  expect(new Set(words.map((one) => one.id.slice(0, 13))).size).toBe(1)
  expect(await n.wordsOf(n.nora)).toEqual([])
  const { token } = n.wendy
  const first = await t.call('nominations.words', { token, query: { limit: 1 } })
  const cursor = first.body.next_cursor ?? ''
  const second = await t.call('nominations.words', { token, query: { limit: 1, cursor } })
  expect([...first.body.items, ...second.body.items]).toEqual(words)
  expect(second.body.next_cursor).toBeNull()
})

test('words refuse a cursor with a time that the database cannot read', async () => {
  const keys = JSON.stringify(['+275760-09-13', n.wendy.user_id])
  const query = { cursor: Buffer.from(keys).toString('base64url') }
  const { codes } = await t.call('nominations.words', { token: n.wendy.token, query })
  expect(codes).toEqual(['malformed'])
})

test('a cancellation passes the words on', async () => {
  const id = await nominateWendy()
  await n.cancel(id)
  expect(await n.kindsOf(n.wendy)).toEqual(['kind_words'])
  expect(await n.wordsOf(n.wendy)).toHaveLength(2)
  expect((await n.getRound(n.wendy, id)).body.phase).toBe('canceled')
})

test('people who join a group later do not read its words', async () => {
  const support = await n.makeGroup([n.wendy])
  const id = await n.open({ nominee_kind: 'group' })
  await n.nominate(n.nora, id, support)
  await n.nominate(n.ned, id, support)
  const members = (call: 'groups.add_members' | 'groups.remove_members', who: Member) =>
    t.call(call, {
      token: n.team.admin.token,
      params: { id: support },
      body: { user_ids: [who.user_id] },
    })
  await members('groups.add_members', n.ned)
  await n.cancel(id)
  t.clock.advance(1000)
  await members('groups.add_members', n.walter)
  await members('groups.remove_members', n.wendy)
  expect(await n.wordsOf(n.wendy)).toHaveLength(2)
  expect(await n.wordsOf(n.walter)).toEqual([])
  // Nominators do not read their own words.
  expect(await n.wordsOf(n.ned)).toMatchObject([{ nominator: { id: n.nora.user_id } }])
})

test('a member of a group gets no item about words that are all their own', async () => {
  const support = await n.makeGroup([n.wendy])
  const id = await n.open({ nominee_kind: 'group' })
  await n.nominate(n.ned, id, support)
  await t.call('groups.add_members', {
    token: n.team.admin.token,
    params: { id: support },
    body: { user_ids: [n.ned.user_id] },
  })
  await n.cancel(id)
  expect(await n.kindsOf(n.wendy)).toEqual(['kind_words'])
  expect([await n.kindsOf(n.ned), await n.wordsOf(n.ned)]).toEqual([[], []])
})

test('muted thanks mute the words of colleagues', async () => {
  const id = await nominateWendy()
  await t.call('inbox.set_preferences', { token: n.wendy.token, body: { thanks: false } })
  await n.cancel(id)
  expect(await n.kindsOf(n.wendy)).toEqual([])
  expect(await n.wordsOf(n.wendy)).toHaveLength(2)
})

test('the personal export has own nominations, scores and votes, and words as shared', async () => {
  const id = await nominateWendy()
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 5])
  await n.cancel(id)
  const vote = await n.open({ decision: 'vote', name: 'A vote' })
  await n.nominate(n.nora, vote, n.walter)
  await n.passDays(8)
  await n.vote(n.ned, vote, await n.idOf(vote, n.walter))
  expect(await exportOf(n.ned)).toMatchObject({
    given: [{ nominee: 'Wendy Lind', text: 'Anonymous words', sharing: 'anonymous' }],
    votes: [{ round: 'A vote', nominee: 'Walter Lind' }],
    words: [],
  })
  expect(await exportOf(n.jane)).toMatchObject({
    scores: [{ nominee: 'Wendy Lind', scores: [4, 5] }],
    juries: ['Colleague of the quarter'],
  })
  const { words } = (await exportOf(n.wendy)) as { words: { name: string | null; text: string }[] }
  expect(words.toSorted((one, other) => one.text.localeCompare(other.text))).toMatchObject([
    { text: 'Anonymous words', name: null },
    { text: 'Named words', name: 'Nora Lind' },
  ])
  expect(JSON.stringify(await exportOf(n.walter))).not.toContain('A vote')
})

test('the personal export names nominated groups, and people without a name', async () => {
  const support = await n.makeGroup([n.wendy])
  const round = await n.open({ nominee_kind: 'group', name: 'A group' })
  await n.nominate(n.nora, round, support)
  const nameless = await makeMember(t, n.team.workspace_id, {
    first_name: '',
    last_name: '',
    email: 'kim.berg@example.test',
  })
  await n.nominate(n.nora, await n.open(), nameless)
  expect(await exportOf(n.nora)).toMatchObject({
    given: [{ nominee: 'Support' }, { nominee: 'kim.berg' }],
  })
})

test('nominations of a leaver stay, those of a deleted person are erased', async () => {
  const id = await nominateWendy()
  await n.deactivate(n.nora)
  await t.call('users.delete', { token: n.team.admin.token, params: { id: n.ned.user_id } })
  await n.cancel(id)
  expect(await n.wordsOf(n.wendy)).toMatchObject([{ text: 'Named words' }])
})

test('an erased nominee leaves no words, scores or votes behind', async () => {
  const id = await nominateWendy()
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 5])
  await n.passDays(7)
  const remove = (who: Member) =>
    t.call('users.delete', { token: n.team.admin.token, params: { id: who.user_id } })
  expect((await remove(n.wendy)).status).toBeLessThan(300)
  expect((await remove(n.jane)).status).toBeLessThan(300)
  const counts = await t.services.db.tenant(n.team.workspace_id, async (trx) => [
    (await trx.selectFrom('nominations').select('text').execute()).map(({ text }) => text),
    await trx.selectFrom('nomination_scores').selectAll().execute(),
  ])
  expect(counts).toEqual([['Words about Walter'], []])
  expect((await n.announce(id, [])).status).toBe(200)
})

test('a reset deletes words, and rounds that are over', async () => {
  const id = await nominateWendy()
  const open = await n.open({ name: 'Still open' })
  await n.cancel(id)
  await t.services.db.tenant(n.team.workspace_id, (trx) =>
    sql`select workspace_reset(${n.team.workspace_id})`.execute(trx),
  )
  expect(await n.wordsOf(n.wendy)).toEqual([])
  const { body } = await t.call('nominations.rounds', { token: n.team.admin.token })
  expect(body).toMatchObject([{ id: open, nominations: 0 }])
})

test('the export has nominations with their result and no votes of persons', async () => {
  const id = await n.open({
    questions: [{ label: 'Which value?', kind: 'value', required: false, choices: [] }],
  })
  await n.nominate(n.nora, id, n.wendy, { text: 'Named words', answers: [n.team.value_id] })
  await n.passDays(8)
  await n.score(n.jane, id, await n.idOf(id, n.wendy), [4, 5])
  expect(await csvOf(id)).toContain('Named words,Teamwork,With the name,No,No,,,,,No')
  await n.passDays(7)
  const csv = await csvOf(id)
  expect(csv.split('\r\n')[0]).toContain('Nominee,Nominated by,Date,Why,Which value?')
  expect(csv).toMatch(
    /Wendy Lind,Nora Lind,[^,]*,Named words,Teamwork,With the name,No,No,4\.5,0,1,1/,
  )
  expect(csv).not.toContain('Jane')
  const other = await makeTeam(t)
  const foreign = { token: other.admin.token, params: { id } }
  expect((await t.call('nominations.csv', foreign)).status).toBe(404)
  expect((await t.call('nominations.report', foreign)).status).toBe(404)
})

test('administrators learn neither words about themselves nor, as jurors, nominators', async () => {
  const { admin } = n.team
  const id = await n.open({ juror_ids: [admin.user_id] })
  await n.nominate(n.nora, id, admin, { text: 'About the administrator', sharing: 'anonymous' })
  await n.nominate(n.ned, id, n.wendy, { text: 'About Wendy' })
  const open = await csvOf(id)
  expect(open).toContain('About Wendy')
  expect(open).not.toMatch(/About the administrator|Nora|Ned/)
  await n.cancel(id)
  const ended = await csvOf(id)
  expect(ended).toMatch(/Ned Lind,[^,]*,About Wendy/)
  expect(ended).toContain('About the administrator')
  expect(ended).not.toContain('Nora')
})

test('the report puts small departments together', async () => {
  const people = []
  for (let index = 0; index < 5; index += 1) people.push(await makeMember(t, n.team.workspace_id))
  const large = people[0]
  if (!large) throw new Error('no member')
  await n.makeGroup(people, { kind: 'department', name: 'Sales' })
  await n.makeGroup([n.wendy], { kind: 'department', name: 'Legal' })
  const id = await n.open()
  await n.nominate(n.nora, id, n.wendy)
  await n.nominate(n.nora, id, large)
  await n.nominate(n.ned, id, large)
  const { body } = await t.call('nominations.report', {
    token: n.team.admin.token,
    params: { id },
  })
  expect(body).toEqual({
    nominators: 2,
    invited: 12,
    departments: [
      { name: 'Sales', people: 5, nominations: 2, wins: 0 },
      { name: null, people: 7, nominations: 1, wins: 0 },
    ],
  })
})

test('jurors and nominees get a mail, which says nothing more than the inbox', async () => {
  const subjectsTo = async ({ user_id: id }: Member) => {
    t.mails.length = 0
    await processOutbox(t.services)
    const { body } = await t.call('users.get', { token: n.team.admin.token, params: { id } })
    return t.mails.filter(({ to }) => to === body.email)
  }
  const id = await nominateWendy()
  expect(await subjectsTo(n.wendy)).toEqual([])
  await n.passDays(8)
  const [asked] = await subjectsTo(n.jane)
  expect(asked?.subject).toContain('awaits your scores')
  expect(asked?.text).toContain(`/nominations/${id}`)
  await n.passDays(7)
  await n.announce(id, [])
  const mails = await subjectsTo(n.wendy)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('nominated you')])
  expect(mails[0]?.text).not.toMatch(/Named words|Anonymous words|Nora|Ned/)
})

test('a jury of a canceled round gets no mail', async () => {
  const id = await nominateWendy()
  await n.passDays(8)
  await t.call('nominations.cancel_round', { token: n.team.admin.token, params: { id } })
  t.mails.length = 0
  await processOutbox(t.services)
  expect(t.mails.filter(({ subject }) => subject.includes('awaits your scores'))).toEqual([])
})
