import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { deleteOrphanedFiles } from '#server/modules/retention/orphaned-files.ts'
import { deleteExpired } from '#server/modules/retention/service.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const start = new Date('2026-06-15T12:00:00Z')
const t = setupTestApp(() => ({ at: start }))
afterEach(() => t.clock.set(start))

const makeImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer()
const upload = async (who: Member, file?: Buffer) =>
  t.call('posts.upload_picture', {
    token: who.token,
    body: buildFormData({}, file ?? (await makeImage(40, 30))),
  })
const thank = (team: Team, from: Member, to: Member, fields: object = {}) =>
  t.call('posts.create', {
    token: from.token,
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score: 5,
      description: 'For the photo',
      ...fields,
    },
  })
const readPicture = async (who: Member, post: string) =>
  t.app.inject({
    url: `/api/posts/${post}/picture`,
    headers: { authorization: `Bearer ${who.token}` },
  })

async function makePeople() {
  const team = await makeTeam(t)
  const { workspace_id: workspaceId } = team
  return {
    team,
    sender: await makeMember(t, workspaceId),
    recipient: await makeMember(t, workspaceId),
    colleague: await makeMember(t, workspaceId),
  }
}

test('a post returns its scaled, re-encoded picture and description', async () => {
  const { team, sender, recipient, colleague } = await makePeople()
  const uploaded = await upload(sender, await makeImage(3_200, 1_600))
  expect(uploaded.body).toMatchObject({ width: 1_600, height: 800 })
  const { body: post } = await thank(team, sender, recipient, {
    picture: { id: uploaded.body.id, alt: 'The team at the lake' },
  })
  const expected = {
    url: `/api/posts/${post.id}/picture`,
    width: 1_600,
    height: 800,
    alt: 'The team at the lake',
  }
  expect(post.picture).toEqual(expected)
  const feed = (await t.call('posts.list', { token: colleague.token })).body
  expect(feed[0]?.picture).toEqual(expected)
  const served = await readPicture(colleague, post.id)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(served.headers['cache-control']).toBe('private, max-age=3600')
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 1_600, height: 800 })
})

test('only viewers of a private post can load its picture', async () => {
  const { team, sender, recipient, colleague } = await makePeople()
  const other = await makeTeam(t)
  const { body: uploaded } = await upload(sender)
  const { body: post } = await thank(team, sender, recipient, {
    private: true,
    picture: { id: uploaded.id },
  })
  const statusFor = async (who: Member) => (await readPicture(who, post.id)).statusCode
  expect(await statusFor(sender)).toBe(200)
  expect(await statusFor(recipient)).toBe(200)
  expect(await statusFor(team.admin)).toBe(200)
  expect(await statusFor(colleague)).toBe(404)
  expect(await statusFor(other.admin)).toBe(404)
  expect((await t.app.inject(`/api/posts/${post.id}/picture`)).statusCode).toBe(401)
})

test('a picture can be used once and by its uploader only', async () => {
  const { team, sender, recipient, colleague } = await makePeople()
  const other = await makeTeam(t)
  const foreign = [(await upload(colleague)).body.id, (await upload(other.admin)).body.id]
  for (const id of [...foreign, '01900000-0000-7000-8000-000000000000']) {
    const refused = await thank(team, sender, recipient, { picture: { id } })
    expect([refused.status, refused.codes, refused.errors[0]?.field]).toEqual([
      422,
      ['picture_expired'],
      'picture',
    ])
  }
  const { body: uploaded } = await upload(sender)
  const racing = await Promise.all(
    Array.from({ length: 4 }, () =>
      thank(team, sender, recipient, { picture: { id: uploaded.id } }),
    ),
  )
  expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
  const { body } = await t.call('config.get', { token: sender.token })
  expect(body.allowance.spent).toBe(5)
})

test('a replayed request answers with the same picture', async () => {
  const { team, sender, recipient } = await makePeople()
  const { body: uploaded } = await upload(sender)
  const send = () =>
    t.call('posts.create', {
      token: sender.token,
      key: 'picture-replay',
      body: {
        to_id: [recipient.user_id],
        value_id: team.value_id,
        score: 5,
        description: 'Once only',
        picture: { id: uploaded.id, alt: 'A cake' },
      },
    })
  const first = await send()
  const second = await send()
  expect(second.status).toBe(200)
  expect(second.body).toEqual(first.body)
})

test('the picture of an undone post can be sent again for a day', async () => {
  const { team, sender, recipient } = await makePeople()
  const { body: uploaded } = await upload(sender)
  const picture = { id: uploaded.id }
  const first = await thank(team, sender, recipient, { picture })
  await t.call('posts.delete', { token: sender.token, params: { id: first.body.id } })
  expect((await readPicture(sender, first.body.id)).statusCode).toBe(404)
  const second = await thank(team, sender, recipient, { picture })
  expect(second.status).toBe(200)
  await t.call('posts.delete', { token: sender.token, params: { id: second.body.id } })
  t.clock.advance(dayMs + 1_000)
  expect((await thank(team, sender, recipient, { picture })).codes).toEqual(['picture_expired'])
})

test('unused pictures are deleted after a day', async () => {
  const { team, sender, recipient } = await makePeople()
  await upload(sender)
  const { body: uploaded } = await upload(sender)
  const { body: post } = await thank(team, sender, recipient, { picture: { id: uploaded.id } })
  const stored = async () =>
    (await Array.fromAsync(t.services.storage.list())).filter(({ key }) =>
      key.startsWith(team.workspace_id),
    ).length
  expect(await stored()).toBe(2)
  t.clock.set(new Date(Date.now() + 3 * dayMs))
  await deleteExpired(t.services)
  await deleteOrphanedFiles(t.services)
  expect(await stored()).toBe(1)
  const left = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('posts')
      .select('picture_file_id')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow(),
  )
  expect(left.picture_file_id).toBe(uploaded.id)
})

test('the number of unused pictures of a user is limited', async () => {
  const { sender, colleague } = await makePeople()
  for (let count = 0; count < limits.waiting_pictures_max; count += 1)
    expect((await upload(sender)).status).toBe(200)
  expect((await upload(sender)).codes).toEqual(['too_many'])
  expect((await upload(colleague)).status).toBe(200)
})

test('pictures that are uploaded at the same time keep the limit', async () => {
  const { sender } = await makePeople()
  for (let count = 1; count < limits.waiting_pictures_max; count += 1) await upload(sender)
  const { storage } = t.services
  const put = storage.put.bind(storage)
  storage.put = async (...file) => {
    storage.put = put
    expect((await upload(sender)).status).toBe(200)
    return put(...file)
  }
  expect((await upload(sender)).codes).toEqual(['too_many'])
})

test.each([
  ['no file', undefined, 'required'],
  ['a text', Buffer.from('x'.repeat(500)), 'file_unreadable'],
])('%s is refused', async (_, file, code) => {
  const { sender } = await makePeople()
  const answer = await t.call('posts.upload_picture', {
    token: sender.token,
    body: buildFormData({}, file),
  })
  expect([answer.status, answer.codes]).toEqual([422, [code]])
})

test('a long description is refused', async () => {
  const { team, sender, recipient } = await makePeople()
  const { body: uploaded } = await upload(sender)
  const answer = await thank(team, sender, recipient, {
    picture: { id: uploaded.id, alt: 'x'.repeat(limits.picture_alt_chars_max + 1) },
  })
  expect([answer.status, answer.codes]).toEqual([422, ['out_of_range']])
})
