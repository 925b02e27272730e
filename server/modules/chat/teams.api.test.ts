import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encryptReference } from '#server/modules/chat-messages/credentials.ts'
import { insertLink, listLinksOfUser } from '#server/modules/chat-links/queries.ts'
import { listChannelHooks } from '#server/modules/webhooks/queries.ts'
import { startTeamsServer, type TeamsServer } from '#tests/contracts/teams-server.ts'
import { makeMember, makePost, makeTeam, type Team } from '#tests/support/factories.ts'
import { deliverToChats } from '#tests/support/slack-app.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { countConversations } from './queries.ts'

let teams: TeamsServer
beforeAll(async () => {
  teams = await startTeamsServer({ now: () => t.clock.now() })
})
const t = setupTestApp(() => ({ env: teams.env }))
afterAll(() => teams.stop())

let team: Team
const params = { provider: 'teams' }
const admin = () => ({ token: team.admin.token })
const save = (body: object) => t.call('chat.save', { ...admin(), params, body })
const registration = () => ({
  app_id: teams.app.appId,
  tenant_id: teams.app.tenantId,
  client_secret: teams.app.secret,
})
const check = async () => (await t.call('chat.check', { ...admin(), params })).body
const resultOf = async (name: string) => (await check()).checks.find((one) => one.name === name)

beforeEach(async () => {
  team = await makeTeam(t, { limit: null })
})

/** Adds a team with the app, and the reference that its installation leaves. */
async function installInTeam(name: string): Promise<string> {
  const { channels } = teams.directory.addTeam(name, ['Thanks'], [])
  const channel = channels.find((one) => one.name === 'Thanks')
  const id = channel?.id ?? ''
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('chat_conversations')
      .values({
        workspace_id: team.workspace_id,
        provider: 'teams',
        external_id: id,
        kind: 'channel',
        name: `${name} › Thanks`,
        reference: encryptReference(t.services, team.workspace_id, id, {
          service_url: teams.serviceUrl,
        }),
        created_at: t.clock.now(),
      })
      .execute(),
  )
  return id
}

test('a bot whose credentials work is connected by the check', async () => {
  await save(registration())
  const { connection, checks } = await check()
  expect(connection).toMatchObject({ state: 'connected', app_id: teams.app.appId })
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
    ['credentials', true],
    ['token', true],
    ['installed', false],
    ['requests', false],
  ])
  const { body: log } = await t.call('workspace.audit', admin())
  expect(log.items.map(({ action }) => action)).toEqual(['chat.connect', 'chat.save'])
})

test('credentials that were changed during their check are not connected', async () => {
  await save(registration())
  const { teams: client } = t.services
  const requestToken = client.requestToken.bind(client)
  client.requestToken = async (app) => {
    client.requestToken = requestToken
    const requested = await requestToken(app)
    await save({ client_secret: 'wrong' })
    return requested
  }
  expect((await check()).connection.state).toBe('setup')
})

test('the check names what is missing and what Microsoft refuses', async () => {
  expect((await check()).checks).toEqual([
    { name: 'credentials', ok: false, detail: 'app_id, tenant_id, client_secret' },
  ])
  await save({ ...registration(), client_secret: 'wrong' })
  expect(await resultOf('token')).toMatchObject({ ok: false, detail: 'secret' })
  await save({ ...registration(), app_id: '9c0b1f6e-0000-4000-8000-000000000000' })
  expect(await resultOf('token')).toMatchObject({ ok: false, detail: 'app_id' })
  expect((await check()).connection.state).toBe('setup')
})

test('the app package needs an application id', async () => {
  expect((await t.call('chat.package', admin())).codes).toEqual(['chat_not_connected'])
  await save(registration())
  const { headers, status } = await t.call('chat.package', admin())
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="laurel-teams.zip"',
  ])
})

test('a channel of a team with the app shows posts, and follows their deletion', async () => {
  await save(registration())
  await check()
  const id = await installInTeam('Support')
  expect((await t.call('chat.channels', { ...admin(), params })).body).toEqual([
    { id, name: 'Support › Thanks' },
  ])
  expect(await resultOf('installed')).toMatchObject({ ok: true })
  const route = await t.call('chat.create_route', {
    ...admin(),
    body: { provider: 'teams', channel: id },
  })
  expect(route.body).toMatchObject({ channel_id: id, channel_name: 'Support › Thanks' })
  t.clock.advance(2_000)
  const tom = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [tom], team.value_id, 5, { description: 'Well done' })
  await deliverToChats(t)
  const shown = () =>
    [...(teams.directory.findConversation(id)?.activities.values() ?? [])].filter(
      ({ deleted, body }) => !deleted && JSON.stringify(body).includes('Well done'),
    )
  expect(shown()).toHaveLength(1)
  expect(JSON.stringify(shown()[0]?.body)).toContain('"verb":"add_points"')
  await t.call('posts.update', {
    ...admin(),
    params: { id: post },
    body: { value_id: team.other_value_id },
  })
  await deliverToChats(t)
  expect(shown()[0]?.revisions).toBe(1)
  await t.call('posts.delete', { ...admin(), params: { id: post } })
  await deliverToChats(t)
  expect(shown()).toEqual([])
})

test('a channel that the bot does not know is refused', async () => {
  await save(registration())
  await check()
  const { errors } = await t.call('chat.create_route', {
    ...admin(),
    body: { provider: 'teams', channel: '19:unknown@thread.tacv2' },
  })
  expect(errors[0]).toMatchObject({ code: 'chat_channel_refused', field: 'channel' })
})

test('a bot that was removed from a team turns its channel off', async () => {
  await save(registration())
  await check()
  const id = await installInTeam('Sales')
  await t.call('chat.create_route', { ...admin(), body: { provider: 'teams', channel: id } })
  const conversation = teams.directory.findConversation(id)
  if (conversation) conversation.hasBot = false
  const tom = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [tom], team.value_id)
  await deliverToChats(t)
  const { body } = await t.call('chat.routes', admin())
  expect(body[0]).toMatchObject({ state: 'off', off_reason: 'channel' })
})

test('another tenant gets channels, conversations and links of its own', async () => {
  await save(registration())
  await check()
  const id = await installInTeam('Support')
  await t.call('chat.create_route', { ...admin(), body: { provider: 'teams', channel: id } })
  const { workspace_id: workspaceId, user_id: userId } = team.admin
  const link = { workspaceId, userId, provider: 'teams', externalUserId: 'one' } as const
  await t.services.db.tenant(workspaceId, (trx) =>
    insertLink(trx, { ...link, linkedBy: 'person', timezone: '', at: t.clock.now() }),
  )
  await save({ tenant_id: '9c0b1f6e-0000-4000-8000-000000000000' })
  const counts = await t.services.db.tenant(team.workspace_id, async (trx) => ({
    routes: (await listChannelHooks(trx, team.workspace_id)).length,
    links: (await listLinksOfUser(trx, team.workspace_id, team.admin.user_id)).length,
    conversations: await countConversations(trx, team.workspace_id, 'teams'),
  }))
  expect(counts).toEqual({ routes: 0, links: 0, conversations: 0 })
})

test('requests to Teams follow its contract', () => expect(teams.violations).toEqual([]))
