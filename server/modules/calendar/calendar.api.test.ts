import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { buildCalendar } from './ical.ts'

const t = setupTestApp(() => ({ at: new Date('2026-12-20T12:00:00Z') }))
const dates = (who: Member, birthDate: string | null, hireDate: string | null) =>
  t.call('profiles.update_me', {
    token: who.token,
    body: { birth_date: birthDate, hire_date: hireDate, birthday_visibility: 'everyone' },
  })
const address = async (who: Member) =>
  (await t.call('calendar.renew', { token: who.token })).body.url ?? ''
const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: new URL(url).pathname, headers })
/** Returns the events as a calendar client parses them. */
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return {
    name: calendar.getFirstPropertyValue('name'),
    events: events.map((event) => ({
      uid: event.uid,
      day: event.startDate.toString(),
      end: event.endDate.toString(),
      all_day: event.startDate.isDate,
      summary: event.summary,
    })),
  }
}

test('escapes names and folds lines at 75 octets', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map((one) =>
    one
      .replaceAll(/\p{Cc}/gu, '')
      .toWellFormed()
      .trim(),
  )
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('', '; VALUE=X, "quoted" \\ back\nslash', 'END:VCALENDAR\nBEGIN:VEVENT'),
      (name, hostile) => {
        const summary = `🎂 ${name}${hostile}!`
        const made = buildCalendar({
          name,
          events: [
            { id: 'a', day: '2028-02-29', summary, url: 'https://laurel.example/profile/a' },
          ],
          stamp: new Date('2026-01-01T00:00:00Z'),
        })
        for (const line of made.split('\r\n'))
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(made.endsWith('END:VCALENDAR\r\n')).toBe(true)
        expect(made.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(read(made).events).toEqual([
          { uid: 'a@laurel', day: '2028-02-29', end: '2028-03-01', all_day: true, summary },
        ])
      },
    ),
    { numRuns: 200 },
  )
})

test('lists dates of the last month and next year without birth years', async () => {
  const [team, other] = [await makeTeam(t), await makeTeam(t)]
  const names = { first_name: 'Zoë', last_name: 'O’Neil' }
  const [a, b, gone, far] = [
    await makeMember(t, team.workspace_id, names),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, other.workspace_id),
  ]
  await dates(a, '1991-12-24', '2020-12-22')
  for (const one of [b, gone, far]) await dates(one, '1988-12-25', null)
  await t.call('profiles.update_me', { token: b.token, body: { birthday_visibility: 'nothing' } })
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: gone.user_id },
    body: { state: 'deactivated' },
  })
  await dates(team.admin, '1992-02-29', '2026-12-01')
  const answer = await get(await address(team.admin))
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=3600',
    'x-robots-tag': 'noindex',
  })
  expect(answer.body).not.toMatch(/199[12]|1988/)
  const { name, events } = read(answer.body)
  const {
    body: { workspace },
  } = await t.call('config.get', { token: team.admin.token })
  expect(name).toBe(`${workspace.name}: Important dates`)
  const admin = (await t.call('profiles.me', { token: team.admin.token })).body.name
  expect(events.map(({ day, summary }) => [day, summary])).toEqual([
    ['2026-12-22', '🎉 Zoë O’Neil: 6 years on the team'],
    ['2026-12-24', '🎂 Zoë O’Neil: Birthday'],
    ['2027-02-28', `🎂 ${admin}: Birthday`],
    ['2027-12-01', `🎉 ${admin}: 1 year on the team`],
  ])
  expect(events.every((event) => event.all_day)).toBe(true)
  // A week later, past events remain under the same id.
  t.clock.advance(7 * 86_400_000)
  const later = read(
    (await get((await t.call('calendar.get', { token: team.admin.token })).body.url ?? '')).body,
  )
  expect(later.events).toEqual(expect.arrayContaining(events))
  t.clock.advance(-7 * 86_400_000)
})

test("uses the reader's language and the team's time zone", async () => {
  const team = await makeTeam(t, { timezone: 'Pacific/Auckland' })
  await dates(team.admin, '1990-12-20', '2016-12-21')
  await t.call('profiles.update_me', { token: team.admin.token, body: { language: 'ru' } })
  const { events } = read((await get(await address(team.admin))).body)
  // In Auckland it is already the 21st: the birthday was yesterday, the next is in a year.
  expect(
    events.map(({ day, summary }) => [day, summary.replace(/:.*: /, ': ').replace(/ .*: /, ' ')]),
  ).toEqual([
    ['2026-12-20', '🎂 День рождения'],
    ['2026-12-21', '🎉 10 лет в команде'],
    ['2027-12-20', '🎂 День рождения'],
  ])
})

test('answers 304 while the calendar is unchanged on the same day', async () => {
  const { admin } = await makeTeam(t)
  await dates(admin, '1990-12-24', null)
  const url = await address(admin)
  const {
    headers: { etag },
  } = await get(url)
  t.clock.advance(3_600_000)
  for (const header of [etag, `W/${String(etag)}`, `"other", ${String(etag)}`]) {
    const again = await get(url, { 'if-none-match': String(header) })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
  }
  await dates(admin, '1990-12-25', null)
  expect((await get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200)
  t.clock.advance(-3_600_000)
})

test('stops serving the old calendar URL after renewal and removal', async () => {
  const { admin } = await makeTeam(t)
  const shown = async () => (await t.call('calendar.get', { token: admin.token })).body.url
  expect(await shown()).toBeNull()
  const first = await address(admin)
  expect(first).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{75}\.ics$/)
  expect(await shown()).toBe(first)
  expect((await get(first)).statusCode).toBe(200)
  const second = await address(admin)
  expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200])
  expect((await t.call('calendar.remove', { token: admin.token })).status).toBe(204)
  expect([await shown(), (await get(second)).statusCode]).toEqual([null, 404])
  // The database does not contain the token.
  await withClient(t.ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ n: number }>(
      'select count(*)::int as n from users u where u::text like $1',
      [`%${new URL(first).pathname.slice(-40, -4)}%`],
    )
    expect(rows[0]?.n).toBe(0)
  })
})

test('serves the calendar only while its owner is an active member', async () => {
  const team = await makeTeam(t)
  const [member, leaver] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const [one, two] = [await address(member), await address(leaver)]
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: member.user_id },
    body: { state: 'deactivated' },
  })
  await t.call('users.delete', { token: leaver.token, params: { id: leaver.user_id } })
  expect([(await get(one)).statusCode, (await get(two)).statusCode]).toEqual([404, 404])
  // A reactivated user does not get the old URL back.
  await withClient(t.ownerUrl, (owner) =>
    owner.query("update users set state = 'accepted' where id = any ($1)", [
      [member.user_id, leaver.user_id],
    ]),
  )
  expect([(await get(one)).statusCode, (await get(two)).statusCode]).toEqual([404, 404])
  const mine = await address(team.admin)
  t.clock.advance(31 * 86_400_000)
  expect((await get(mine)).statusCode).toBe(402)
  t.clock.advance(-31 * 86_400_000)
})

test('answers 404 for guessed, altered and foreign calendar tokens', async () => {
  const [team, other] = [await makeTeam(t), await makeTeam(t)]
  const token = /calendar\/(.*)\.ics/.exec(await address(team.admin))?.[1] ?? ''
  const theirs = /calendar\/(.*)\.ics/.exec(await address(other.admin))?.[1] ?? ''
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const bent = (change: (one: Buffer) => void) => {
    const copy = bytes(token)
    change(copy)
    return copy.toString('base64url')
  }
  const wrong = [
    ...[0, 20, 40, 55].map((place) =>
      bent((one) => {
        one[place] = (one[place] ?? 0) ^ 1
      }),
    ),
    Buffer.concat([bytes(theirs).subarray(0, 32), bytes(token).subarray(32)]).toString('base64url'),
    Buffer.concat([bytes(token).subarray(0, 16), bytes(theirs).subarray(16)]).toString('base64url'),
    token.slice(1),
    `${token}A`,
    '',
    '..%2f..%2fetc',
    'x'.repeat(75),
  ]
  for (const one of wrong)
    expect([one, (await get(`http://localhost/calendar/${one}.ics`)).statusCode]).toEqual([
      one,
      404,
    ])
  expect((await get(`http://localhost/calendar/${token}`)).statusCode).toBe(404)
})

test('hides the calendar URL from impersonating operators', async () => {
  const { workspace_id: workspaceId, admin } = await makeTeam(t)
  const link = await createImpersonationLink(
    t.services.db,
    workspaceId,
    admin.email,
    '',
    t.clock.now(),
  )
  const {
    body: { access_token: accessToken },
  } = await t.call('auth.impersonate', { body: { token: link } })
  for (const name of ['calendar.get', 'calendar.renew', 'calendar.remove'] as const)
    expect(await t.call(name, { token: accessToken })).toMatchObject({
      status: 403,
      codes: ['forbidden'],
    })
})

test('managers and peers see the first days of their team', async () => {
  const team = await makeTeam(t)
  const add = (name: string) =>
    makeMember(t, team.workspace_id, { first_name: name, last_name: '' })
  const [boss, peer, nina, other] = [
    await add('Boss'),
    await add('Peer'),
    await add('Nina'),
    await add('Other'),
  ]
  for (const { user_id: id } of [peer, nina])
    await t.call('users.update', {
      token: team.admin.token,
      params: { id },
      body: { organization: { manager_id: boss.user_id } },
    })
  await dates(nina, null, '2027-01-04')
  const firstDays = async (who: Member) =>
    read((await get(await address(who))).body)
      .events.filter(({ summary }) => summary.startsWith('👋'))
      .map(({ day, summary }) => [day, summary])
  for (const who of [boss, peer])
    expect(await firstDays(who)).toEqual([['2027-01-04', '👋 Nina: First day']])
  for (const who of [nina, other, team.admin]) expect(await firstDays(who)).toEqual([])
  await t.call('profiles.update_me', {
    token: nina.token,
    body: { anniversary_visibility: 'nothing' },
  })
  expect(await firstDays(boss)).toEqual([])
})

test('a person without a name is called as everywhere else', async () => {
  const team = await makeTeam(t)
  const names = { first_name: '', last_name: '' }
  const nameless = await makeMember(t, team.workspace_id, { ...names, email: 'kim@example.test' })
  await dates(nameless, '1991-12-24', null)
  const { payload } = await get(await address(team.admin))
  expect(read(payload).events.map(({ summary }) => summary)).toContain('🎂 kim: Birthday')
})
