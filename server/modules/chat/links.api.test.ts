import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { withClient } from '#tests/support/database.ts'

const t = setupTestApp()
let team: Team
let tom: Member
beforeEach(async () => {
  team = await makeTeam(t)
  tom = await makeMember(t, team.workspace_id)
  await t.call('chat.save', {
    token: team.admin.token,
    params: { provider: 'slack' },
    body: { client_id: '1.2' },
  })
})

/** Creates a one-time link for an account in Slack. Returns its token. */
async function makeLink(externalUserId = 'U0TOM'): Promise<string> {
  const token = newToken()
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query(`select set_config('laurel.workspace', $1, false)`, [team.workspace_id])
    await owner.query(
      `insert into chat_link_requests (workspace_id, token_hash, provider, external_user_id,
        external_name, timezone, expires_at) values ($1, $2, 'slack', $3, 'Tom', 'Asia/Tokyo', $4)`,
      [
        team.workspace_id,
        hashToken(token),
        externalUserId,
        new Date(t.clock.now().getTime() + 10 * minuteMs),
      ],
    )
  })
  return token
}
const open = (member: Member, token: string) =>
  t.call('chat.link', { token: member.token, body: { token } })
const links = async (member: Member) => (await t.call('chat.links', { token: member.token })).body

test('a one-time link shows the account and links it once', async () => {
  const token = await makeLink()
  const preview = await t.call('chat.preview_link', { token: tom.token, body: { token } })
  expect(preview.body).toMatchObject({ provider: 'slack', person_name: 'Tom' })
  expect((await open(tom, token)).body).toMatchObject({
    provider: 'slack',
    linked_by: 'person',
    timezone: 'Asia/Tokyo',
    muted: [],
  })
  expect(await links(tom)).toHaveLength(1)
  expect((await open(tom, token)).codes).toEqual(['chat_link_invalid'])
})

test('a link of a guest says so, for teams that allow no guests later', async () => {
  const token = await makeLink()
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query(`select set_config('laurel.workspace', $1, false)`, [team.workspace_id])
    await owner.query('update chat_link_requests set is_guest = true where workspace_id = $1', [
      team.workspace_id,
    ])
    await open(tom, token)
    const { rows } = await owner.query<{ is_guest: boolean }>(
      'select is_guest from chat_links where workspace_id = $1',
      [team.workspace_id],
    )
    expect(rows).toEqual([{ is_guest: true }])
  })
})

test('20 uses of a one-time link at once link one account', async () => {
  const token = await makeLink()
  const results = await Promise.all(Array.from({ length: 20 }, () => open(tom, token)))
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await links(tom)).toHaveLength(1)
})

test('a link of another team, an expired and an invented one are refused alike', async () => {
  const foreign = await makeTeam(t)
  const token = await makeLink()
  expect((await open(foreign.admin, token)).codes).toEqual(['chat_link_invalid'])
  expect((await open(tom, newToken())).codes).toEqual(['chat_link_invalid'])
  t.clock.advance(11 * minuteMs)
  expect((await open(tom, token)).codes).toEqual(['chat_link_invalid'])
})

test('an account and a user have one link: the newest', async () => {
  await open(tom, await makeLink('U0FIRST'))
  await open(tom, await makeLink('U0SECOND'))
  expect(await links(tom)).toHaveLength(1)
  const ann = await makeMember(t, team.workspace_id)
  await open(ann, await makeLink('U0SECOND'))
  expect([(await links(tom)).length, (await links(ann)).length]).toEqual([0, 1])
})

test('preferences are changed one by one, and unlinking is in the audit log', async () => {
  await open(tom, await makeLink())
  const params = { provider: 'slack' }
  const update = (body: object) => t.call('chat.update_link', { token: tom.token, params, body })
  expect((await update({ muted: ['reminder', 'reminder'] })).body.muted).toEqual(['reminder'])
  expect((await update({ quiet_from: 22, send_at_once: true })).body).toMatchObject({
    muted: ['reminder'],
    quiet_from: 22,
    quiet_until: 8,
    send_at_once: true,
  })
  expect((await update({ quiet_from: 24 })).codes).toEqual(['out_of_range'])
  expect((await t.call('chat.unlink', { token: tom.token, params })).status).toBe(204)
  expect((await t.call('chat.unlink', { token: tom.token, params })).status).toBe(404)
  const { body: log } = await t.call('workspace.audit', { token: team.admin.token })
  expect(log.items.map(({ action }) => action)).toEqual(['chat.unlink', 'chat.link', 'chat.save'])
})
