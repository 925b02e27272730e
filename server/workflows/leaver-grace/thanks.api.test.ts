import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import { makeMember, makePost } from '#tests/support/factories.ts'
import { createLeaverTeam } from '#tests/support/leavers.ts'
import { extractPdfPages } from '#tests/support/pdf-text.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp()

/** Returns a PDF with readable content. */
const inflatePdf = (pdf: Buffer) =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replaceAll(
        /stream\n([\s\S]*?)\nendstream/g,
        (_, data: string) =>
          `stream\n${inflateSync(Buffer.from(data, 'latin1')).toString('latin1')}\nendstream`,
      ),
    'latin1',
  )

test('own thanks come as JSON and PDF without deleted ones', async () => {
  const l = await createLeaverTeam(t)
  await makePost(t, l.mate, [l.leaver], l.team.value_id, 5, { description: 'For the release' })
  const nameless = { first_name: '', last_name: '', email: 'kim@example.test' }
  const kim = await makeMember(t, l.team.workspace_id, nameless)
  await makePost(t, kim, [l.leaver], l.team.value_id, 3, { description: 'For the talk' })
  const deleted = await makePost(t, l.mate, [l.leaver], l.team.value_id)
  await t.call('posts.delete', { token: l.mate.token, params: { id: deleted } })
  await l.deactivate()
  const token = await l.findToken()
  expect((await t.call('leavers.thanks', { body: { token } })).body).toMatchObject({
    name: 'Lea',
    thanks: [
      { from: 'kim', text: 'For the talk', points: 3, value: 'Teamwork' },
      { text: 'For the release', points: 5, value: 'Teamwork' },
    ],
  })
  const pdf = await t.call('leavers.thanks_pdf', { body: { token } })
  expect(pdf.headers['content-type']).toBe('application/pdf')
})

test('own thanks and the account name a leaver without a name by the address', async () => {
  const l = await createLeaverTeam(t)
  await t.services.db.tenant(l.team.workspace_id, (trx) =>
    updateUserColumns(trx, l.team.workspace_id, l.leaver.user_id, {
      first_name: '',
      last_name: '',
    }),
  )
  await makePost(t, l.mate, [l.leaver], l.team.value_id)
  await l.deactivate()
  const body = { token: await l.findToken() }
  const [address] = l.leaver.email.split('@')
  expect((await t.call('leavers.thanks', { body })).body.name).toBe(address)
  expect((await t.call('leavers.open', { body })).body.first_name).toBe(address)
})

test('the PDF of own thanks has the days of the team, as badges have', async () => {
  // 20:30 on 14 June in New York.
  t.clock.set(new Date('2026-06-15T00:30:00Z'))
  const l = await createLeaverTeam(t)
  const { token } = l.team.admin
  await t.call('settings.update', { token, body: { timezone: 'America/New_York' } })
  await t.call('posts.create', {
    token: l.mate.token,
    body: { to_id: [l.leaver.user_id], value_id: l.team.value_id, score: 5, description: 'Thanks' },
  })
  t.clock.advance(60_000)
  await l.deactivate()
  const { statusCode, rawPayload } = await t.app.inject({
    method: 'POST',
    url: '/api/leavers/thanks.pdf',
    payload: { token: await l.findToken() },
  })
  expect(statusCode).toBe(200)
  expect(extractPdfPages(inflatePdf(rawPayload)).join('\n')).toContain('June 14, 2026')
})
