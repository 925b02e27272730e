import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type AwardTeam, createAwardTeam } from '#tests/support/awards.ts'
import { makeMember } from '#tests/support/factories.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { renderCertificatePdf } from './certificate-pdf.ts'

const t = setupTestApp()
let a: AwardTeam
let giftId: string
beforeAll(async () => {
  a = await createAwardTeam(t)
  const award = await a.makeAward({ steps: [{ approver: 'receiver_manager' }] })
  const { body } = await a.give(award, {
    to_ids: [a.receiver.user_id, (await makeMember(t, a.team.workspace_id)).user_id],
  })
  giftId = body.id
})

/** Returns the status of a certificate and its number of pages. */
async function load(who: { token: string }, id = giftId) {
  const { statusCode, headers, rawPayload } = await t.app.inject({
    method: 'GET',
    url: `/api/awards/gifts/${id}/certificate`,
    headers: { authorization: `Bearer ${who.token}` },
  })
  if (statusCode !== 200) return { status: statusCode, pages: 0 }
  expect(headers['content-type']).toBe('application/pdf')
  const pages = rawPayload.toString('latin1').match(/\/Type \/Page\b/g) ?? []
  return { status: statusCode, pages: pages.length }
}

test('a certificate is for receivers, the giver and administrators after approval', async () => {
  expect((await load(a.giver)).status).toBe(404)
  await a.decide(a.manager, giftId)
  expect(await load(a.giver)).toEqual({ status: 200, pages: 2 })
  expect(await load(a.team.admin)).toEqual({ status: 200, pages: 2 })
  expect(await load(a.receiver)).toEqual({ status: 200, pages: 1 })
  expect((await load(a.manager)).status).toBe(404)
  expect((await load(a.head)).status).toBe(404)
})

test('a certificate has the logo of the team', async () => {
  const color = { width: 90, height: 30, channels: 3, background: '#3B7DD8' } as const
  const picture = await sharp({ create: color }).png().toBuffer()
  const changed = await t.call('settings.logo', {
    token: a.team.admin.token,
    body: buildFormData({}, picture),
  })
  expect(changed.status).toBe(200)
  expect(await load(a.receiver)).toEqual({ status: 200, pages: 1 })
})

test('a receiver who has not written a name yet has a certificate', async () => {
  const names = { first_name: '', last_name: '' }
  const nameless = await makeMember(t, a.team.workspace_id, names)
  const award = await a.makeAward({ name: 'Helper of the week', steps: [] })
  const { body } = await a.give(award, { to_ids: [nameless.user_id] })
  expect(body.status).toBe('approved')
  expect(await load(nameless, body.id)).toEqual({ status: 200, pages: 1 })
})

test.each(['en', 'ru', 'ua', 'es', 'pt'] as const)(
  'a certificate in %s has one page for long names and texts',
  async (language) => {
    const pdf = await renderCertificatePdf(
      {
        team: 'T'.repeat(80),
        logo: null,
        award: 'W'.repeat(60),
        giver: 'Ж'.repeat(121),
        text: 'W'.repeat(1_000),
        at: new Date('2026-06-15T12:00:00Z'),
        timezone: 'Europe/Madrid',
        receivers: ['M'.repeat(121)],
      },
      language,
    )
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  },
)
