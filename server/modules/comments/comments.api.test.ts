import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { reconcileReports, type RollupDifference } from '#server/modules/reports/reconcile.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  getBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  team = await makeTeam(t)
  const member = () => makeMember(t, team.workspace_id)
  ;[author, ben, cleo, dan] = [await member(), await member(), await member(), await member()] as [
    Member,
    Member,
    Member,
    Member,
  ]
})
const makeThanks = (to: Member[] = [ben], fields: object = {}) =>
  makePost(t, author, to, team.value_id, 5, fields)
const get = async (who: Member, id: string) =>
  (await t.call('posts.get', { token: who.token, params: { id } })).body
const conversation = (who: Member, id: string, query: Record<string, string | number> = {}) =>
  t.call('posts.comments', { token: who.token, params: { id }, query })
const react = (who: Member, id: string, reaction: string) =>
  t.call('posts.react', { token: who.token, params: { id }, body: { reaction } })
const unreact = (who: Member, id: string, reaction: string) =>
  t.call('posts.unreact', { token: who.token, params: { id, reaction } })
const addComment = (who: Member, id: string, text = 'Well deserved') =>
  t.call('posts.comment', { token: who.token, params: { id }, body: { text } })
const addPoints = (who: Member, id: string, score = 4, text = '') =>
  t.call('posts.add_on', { token: who.token, params: { id }, body: { score, text } })
const remainingAllowance = async (who: Member) =>
  (await t.call('config.get', { token: who.token })).body.allowance.score_remaining

test('counts each reaction of a user once, in the order of the picker', async () => {
  const id = await makeThanks()
  await Promise.all([
    react(dan, id, 'fire'),
    react(dan, id, 'clap'),
    react(dan, id, 'clap'),
    react(ben, id, 'clap'),
  ])
  expect((await react(cleo, id, 'clap')).body).toEqual({
    id,
    reactions: [
      { reaction: 'clap', count: 3, reacted: true },
      { reaction: 'fire', count: 1, reacted: false },
    ],
  })
  await Promise.all([1, 2].map(() => unreact(dan, id, 'clap')))
  expect((await unreact(dan, id, 'fire')).body.reactions).toEqual([
    { reaction: 'clap', count: 2, reacted: false },
  ])
  expect((await get(ben, id)).reactions).toEqual([{ reaction: 'clap', count: 2, reacted: true }])
  expect(
    (await t.call('posts.list', { token: dan.token })).body.find((one) => one.id === id)?.reactions,
  ).toEqual([{ reaction: 'clap', count: 2, reacted: false }])
  expect((await react(dan, id, 'like')).status).toBe(422)
  expect((await unreact(dan, id, 'like')).status).toBe(404)
})

test('lists reactors with the reader first, for viewers of the post only', async () => {
  const reactors = (who: Member, id: string, reaction = 'clap') =>
    t.call('posts.reactors', { token: who.token, params: { id, reaction } })
  const id = await makeThanks()
  for (const who of [ben, cleo, dan]) {
    await react(who, id, 'clap')
    t.clock.advance(1_000)
  }
  await react(dan, id, 'fire')
  expect((await reactors(ben, id)).body).toMatchObject({
    people: [ben, dan, cleo].map((one) => ({ id: one.user_id })),
    more: 0,
  })
  expect((await reactors(author, id)).body.people.map((one) => one.id)).toEqual(
    [dan, cleo, ben].map((one) => one.user_id),
  )
  expect((await reactors(author, id, 'idea')).body).toEqual({ people: [], more: 0 })
  for (const who of [cleo, dan]) await t.call('posts.like', { token: who.token, params: { id } })
  expect((await reactors(cleo, id, 'like')).body).toMatchObject({
    people: [cleo, dan].map((one) => ({ id: one.user_id })),
    more: 0,
  })

  const crowd = await makeTeam(t)
  const [first, ...rest] = (await Promise.all(
    Array.from({ length: limits.reactors_shown + 3 }, () => makeMember(t, crowd.workspace_id)),
  )) as [Member, ...Member[]]
  const theirs = await makePost(t, crowd.admin, [first], crowd.value_id, 1)
  for (const who of [first, ...rest]) await react(who, theirs, 'clap')
  const { body } = await reactors(first, theirs)
  expect([
    body.people.length,
    body.more,
    body.people[0]?.id,
    new Set(body.people.map((one) => one.id)).size,
  ]).toEqual([limits.reactors_shown, 3, first.user_id, limits.reactors_shown])

  // Posts of other teams, private posts and deleted posts answer 404.
  expect((await reactors(ben, theirs)).codes).toEqual(['not_found'])
  const hidden = await makeThanks([ben], { private: true })
  await react(ben, hidden, 'clap')
  for (const answered of ['clap', 'like'])
    expect((await reactors(cleo, hidden, answered)).codes).toEqual(['not_found'])
  for (const who of [author, ben, team.admin])
    expect((await reactors(who, hidden)).body.people.map((one) => one.id)).toEqual([ben.user_id])
  await t.call('posts.delete', { token: team.admin.token, params: { id } })
  expect((await reactors(ben, id)).codes).toEqual(['not_found'])
  await t.call('settings.update', { token: crowd.admin.token, body: { reactions: false } })
  expect([
    (await reactors(first, theirs)).codes,
    (await reactors(first, theirs, 'like')).body,
  ]).toEqual([['switched_off'], { people: [], more: 0 }])
})

test('lets authors edit and moderators delete comments and counts them', async () => {
  const id = await makeThanks()
  const first = (await addComment(ben, id, '  First  ')).body
  t.clock.advance(1_000)
  const second = (await addComment(cleo, id, 'Second')).body
  expect(first).toMatchObject({
    post_id: id,
    kind: 'comment',
    text: 'First',
    score: null,
    edited_at: null,
    from: { id: ben.user_id },
    abilities: { edit: true, delete: true },
  })
  expect((await conversation(dan, id)).body).toMatchObject({
    items: [{ id: second.id, abilities: { edit: false, delete: false } }, { id: first.id }],
    next_cursor: null,
  })
  expect((await conversation(team.admin, id)).body.items.map((one) => one.abilities)).toEqual([
    { edit: false, delete: true },
    { edit: false, delete: true },
  ])
  expect((await get(dan, id)).comment_count).toBe(2)

  const params = { id, comment_id: first.id }
  t.clock.advance(1_000)
  expect(
    (await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'First' } })).body
      .edited_at,
  ).toBe(null)
  expect(
    (await t.call('posts.edit_comment', { token: ben.token, params, body: { text: 'Better' } }))
      .body,
  ).toMatchObject({
    text: 'Better',
    edited_at: t.clock.now().toISOString(),
    created_at: first.created_at,
  })
  for (const who of [cleo, team.admin])
    expect(
      (await t.call('posts.edit_comment', { token: who.token, params, body: { text: 'Not mine' } }))
        .codes,
    ).toEqual(['forbidden'])
  expect((await t.call('posts.delete_comment', { token: cleo.token, params })).codes).toEqual([
    'forbidden',
  ])
  expect((await t.call('posts.delete_comment', { token: team.admin.token, params })).status).toBe(
    204,
  )
  expect((await t.call('posts.delete_comment', { token: ben.token, params })).status).toBe(404)
  expect(
    (
      await t.call('posts.delete_comment', {
        token: cleo.token,
        params: { id, comment_id: second.id },
      })
    ).status,
  ).toBe(204)
  expect([(await get(dan, id)).comment_count, (await conversation(dan, id)).body.items]).toEqual([
    0,
    [],
  ])
  for (const text of ['', '   ', 'x'.repeat(501)])
    expect([text.length, (await addComment(ben, id, text)).errors[0]?.field]).toEqual([
      text.length,
      'text',
    ])
  const other = await makeThanks()
  const elsewhere = (await addComment(ben, other)).body.id
  expect(
    (
      await t.call('posts.delete_comment', {
        token: ben.token,
        params: { id, comment_id: elsewhere },
      })
    ).status,
  ).toBe(404)
})

test('gives add-on points to the same recipients under the same value', async () => {
  const [adder, other] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const id = await makeThanks([ben, cleo])
  const [before, allowance] = [
    await Promise.all([ben, cleo].map((one) => getBalance(t, one))),
    await remainingAllowance(adder),
  ]
  const { status, body } = await addPoints(adder, id, 7, 'And from me')
  expect([status, body]).toMatchObject([
    200,
    {
      post_id: id,
      kind: 'add_on',
      text: 'And from me',
      score: 7,
      from: { id: adder.user_id },
      edited_at: null,
      abilities: { edit: false, delete: true },
    },
  ])
  expect(await Promise.all([ben, cleo].map((one) => getBalance(t, one)))).toEqual(
    before.map((one) => one + 7),
  )
  expect(await remainingAllowance(adder)).toBe((allowance ?? 0) - 14)
  t.clock.advance(1_000)
  const own = await addPoints(ben, id, 3)
  expect(own.body.text).toBe('')
  expect(await getBalance(t, cleo)).toBe((before[1] ?? 0) + 10)
  expect(await get(dan, id)).toMatchObject({
    comment_count: 2,
    added_score: 10,
    abilities: { add_on: true },
  })
  expect(await get(dan, own.body.id)).toMatchObject({
    parent_id: id,
    to_id: [cleo.user_id],
    value_id: team.value_id,
    score: 3,
    added_score: 0,
    abilities: {
      delete: false,
      change_value: false,
      like: false,
      react: false,
      comment: false,
      add_on: false,
    },
  })
  // Add-ons appear in the thread and on profiles, not in the feed.
  expect((await conversation(other, id)).body.items.map((one) => one.id)).toEqual([
    own.body.id,
    body.id,
  ])
  const lists = await Promise.all([
    ...(
      [
        {},
        { value_id: team.value_id },
        { user_id: ben.user_id },
        { user_id: cleo.user_id },
      ] as Record<string, string>[]
    ).map((query) => t.call('posts.list', { token: other.token, query: { limit: 100, ...query } })),
    t.call('profiles.posts', {
      token: other.token,
      params: { id: ben.user_id },
      query: { direction: 'given' },
    }),
    t.call('profiles.posts', {
      token: cleo.token,
      params: { id: cleo.user_id },
      query: { direction: 'received' },
    }),
    t.call('profiles.posts', {
      token: other.token,
      params: { id: cleo.user_id },
      query: { value_id: team.value_id },
    }),
  ])
  expect(
    lists.map(({ body: list }) => list.filter((one) => one.id === own.body.id).length),
  ).toEqual([0, 0, 0, 0, 1, 1, 1])
  await t.checkLedger()
})

test('refuses add-ons on own posts, on add-ons and with invalid scores', async () => {
  const id = await makeThanks([ben])
  const own = await makePost(t, cleo, [author, ben], team.value_id, 1)
  const addition = (await addPoints(dan, own, 1)).body.id
  expect((await addPoints(author, id)).codes).toEqual(['forbidden'])
  expect((await addPoints(ben, id)).codes).toEqual(['self_recognition'])
  expect((await addPoints(cleo, addition)).codes).toEqual(['forbidden'])
  for (const [score, code] of [
    [0, 'out_of_range'],
    [1.5, 'wrong_format'],
    [10_001, 'out_of_range'],
  ] as const)
    expect([score, (await addPoints(dan, id, score)).codes]).toEqual([score, [code]])
  expect((await addPoints(dan, id, 4, 'x'.repeat(501))).codes).toEqual(['message_too_long'])
  const poor = await makeMember(t, team.workspace_id)
  expect((await addPoints(poor, id, 101)).errors[0]).toMatchObject({
    code: 'over_limit',
    params: { left: 100 },
  })
  expect((await addPoints(poor, id, 100)).status).toBe(200)
  expect((await addPoints(poor, id, 1)).codes).toEqual(['no_points'])
  // Add-ons have no comments, reactions and likes.
  expect(
    (
      await Promise.all([
        addComment(cleo, addition),
        react(cleo, addition, 'clap'),
        unreact(cleo, addition, 'clap'),
        conversation(cleo, addition),
        t.call('posts.like', { token: cleo.token, params: { id: addition } }),
      ])
    ).map((one) => one.status),
  ).toEqual([404, 404, 404, 404, 404])
  expect(
    (
      await t.call('posts.update', {
        token: dan.token,
        params: { id: addition },
        body: { value_id: team.other_value_id },
      })
    ).codes,
  ).toEqual(['forbidden'])
  // Deactivated recipients get no points; without an active recipient the add-on is refused.
  const [leaver, stayer] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const [both, alone] = [await makeThanks([leaver, stayer]), await makeThanks([leaver])]
  await t.call('users.update', {
    token: team.admin.token,
    params: { id: leaver.user_id },
    body: { state: 'deactivated' },
  })
  expect((await get(dan, (await addPoints(dan, both, 1)).body.id)).to_id).toEqual([stayer.user_id])
  expect((await addPoints(dan, alone, 1)).codes).toEqual(['user_not_found'])
  expect((await get(dan, alone)).abilities.add_on).toBe(false)
  await t.checkLedger()
})

test('hides replies to a private post from users who cannot see it', async () => {
  const stranger = await makeMember(t, team.workspace_id)
  const id = await makeThanks([ben, cleo], { private: true })
  const comment = (await addComment(ben, id, 'Between us')).body.id
  await react(cleo, id, 'thanks')
  const addition = (await addPoints(ben, id, 2, 'Privately too')).body.id
  const byAdmin = (await addPoints(team.admin, id, 1, 'Seen from above')).body.id
  const requests = (who: Member) => [
    get(who, id),
    get(who, addition),
    conversation(who, id),
    addComment(who, id),
    react(who, id, 'clap'),
    unreact(who, id, 'clap'),
    addPoints(who, id, 1),
    ...(['posts.edit_comment', 'posts.delete_comment'] as const).map((name) =>
      t.call(name, {
        token: who.token,
        params: { id, comment_id: comment },
        body: { text: 'Mine now' },
      }),
    ),
    ...(['posts.delete', 'posts.like'] as const).map((name) =>
      t.call(name, { token: who.token, params: { id: addition } }),
    ),
  ]
  const answers = await Promise.all(requests(stranger))
  expect(answers.slice(2).map((one) => (one as { status: number }).status)).toEqual([
    404, 404, 404, 404, 404, 404, 404, 404, 404,
  ])
  expect(answers.slice(0, 2)).toMatchObject([
    { errors: [{ code: 'not_found' }] },
    { errors: [{ code: 'not_found' }] },
  ])
  const profiles = [
    [ben, 'given'],
    [cleo, 'received'],
    [author, 'received'],
    [team.admin, 'given'],
  ] as const
  const lists = (who: Member) =>
    Promise.all([
      ...(
        [
          {},
          { value_id: team.value_id },
          { user_id: cleo.user_id },
          { search: 'private' },
          { search: 'seen' },
        ] as Record<string, string>[]
      ).map((query) => t.call('posts.list', { token: who.token, query: { limit: 100, ...query } })),
      ...profiles.map(([of, direction]) =>
        t.call('profiles.posts', {
          token: who.token,
          params: { id: of.user_id },
          query: { limit: 100, direction },
        }),
      ),
    ])
  const seen = async (who: Member) =>
    (await lists(who)).map(
      ({ body }) => body.filter((one) => [id, addition, byAdmin].includes(one.id)).length,
    )
  expect(await seen(stranger)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect((await seen(cleo)).slice(0, 5)).toEqual([1, 1, 1, 0, 0])
  for (const who of [author, ben, cleo, team.admin]) {
    expect((await conversation(who, id)).body.items).toHaveLength(3)
    // Author and recipients also see add-ons without points for them.
    expect([(await get(who, addition)).id, (await get(who, byAdmin)).id]).toEqual([
      addition,
      byAdmin,
    ])
  }
})

test('deletes add-ons with their post and returns points and allowances', async () => {
  const [from, to, early, late] = (await Promise.all(
    Array.from({ length: 4 }, () => makeMember(t, team.workspace_id)),
  )) as [Member, Member, Member, Member]
  const id = (
    await t.call('posts.create', {
      token: from.token,
      body: {
        to_id: [to.user_id, ben.user_id],
        value_id: team.value_id,
        score: 10,
        description: 'Thank you both',
      },
    })
  ).body.id
  const balance = await getBalance(t, ben)
  const first = (await addPoints(early, id, 6)).body.id
  expect(
    (await t.call('posts.delete', { token: from.token, params: { id: first } })).codes,
  ).toEqual(['forbidden'])
  expect(
    (await t.call('posts.delete', { token: early.token, params: { id: first } })).body,
  ).toEqual({ id: first, returned: 12, score_remaining: 100 })
  expect([await getBalance(t, ben), await get(dan, id)]).toMatchObject([
    balance,
    { comment_count: 0, added_score: 0 },
  ])
  await addPoints(early, id, 3)
  t.clock.advance(16 * 86_400_000)
  await addPoints(late, id, 4)
  expect([
    await remainingAllowance(early),
    await remainingAllowance(late),
    await getBalance(t, to),
  ]).toEqual([100, 92, 17])
  // A change of the value includes the add-ons.
  expect(
    (
      await t.call('posts.update', {
        token: from.token,
        params: { id },
        body: { value_id: team.other_value_id },
      })
    ).body.value.id,
  ).toBe(team.other_value_id)
  const items = (await conversation(dan, id)).body.items
  expect(
    (await Promise.all(items.map((one) => get(dan, one.id)))).map((one) => one.value_id),
  ).toEqual([team.other_value_id, team.other_value_id])
  expect((await t.call('posts.delete', { token: from.token, params: { id } })).body).toEqual({
    id,
    returned: 0,
    score_remaining: 100,
  })
  expect([
    await remainingAllowance(early),
    await remainingAllowance(late),
    await getBalance(t, to),
    await getBalance(t, ben),
  ]).toEqual([100, 100, 0, balance - 10])
  for (const one of items)
    expect((await t.call('posts.get', { token: late.token, params: { id: one.id } })).status).toBe(
      404,
    )
  expect((await conversation(late, id)).status).toBe(404)
  t.clock.advance(-16 * 86_400_000)
  await t.checkLedger()
  const differences: RollupDifference[] = []
  await reconcileReports(t.services.db, {
    rebuild: false,
    onDifference: (one) => differences.push(one),
  })
  expect(differences).toEqual([])
})

test('hides and refuses switched-off features but keeps add-on points', async () => {
  const own = await makeTeam(t)
  const [one, two, three] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const id = await makePost(t, one, [two], own.value_id, 1)
  const comment = (await addComment(three, id)).body.id
  await react(three, id, 'clap')
  const addition = (await addPoints(three, id, 1)).body.id
  const all = await get(three, id)
  const set = (on: boolean) =>
    t.call('settings.update', {
      token: own.admin.token,
      body: { comments: on, reactions: on, add_ons: on },
    })
  expect((await set(false)).body).toMatchObject({
    comments: false,
    reactions: false,
    add_ons: false,
  })
  expect(await get(three, id)).toMatchObject({
    comment_count: 1,
    added_score: 1,
    reactions: [],
    abilities: { like: true, react: false, comment: false, add_on: false },
  })
  expect((await conversation(three, id)).body.items.map((item) => item.id)).toEqual([addition])
  const edit = t.call('posts.edit_comment', {
    token: three.token,
    params: { id, comment_id: comment },
    body: { text: 'Changed' },
  })
  for (const answer of await Promise.all([
    addComment(three, id),
    react(three, id, 'fire'),
    unreact(three, id, 'clap'),
    addPoints(three, id, 1),
    edit,
  ]))
    expect([answer.status, answer.codes]).toEqual([403, ['switched_off']])
  await set(true)
  expect(await get(three, id)).toEqual(all)
  expect((await conversation(three, id)).body.items).toHaveLength(2)
})

test('keeps the comments of former members and pages long threads', async () => {
  const leaver = await makeMember(t, team.workspace_id)
  const id = await makeThanks()
  for (let n = 0; n < 9; n += 1) {
    t.clock.advance(n % 2)
    await (n % 3 === 2
      ? addPoints(n % 2 ? dan : cleo, id, 1, `Number ${n}`)
      : addComment(leaver, id, `Number ${n}`))
  }
  await t.call('users.delete', { token: team.admin.token, params: { id: leaver.user_id } })
  const texts: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await conversation(ben, id, { limit: 4, ...(cursor ? { cursor } : {}) })
    texts.push(...body.items.map((item) => item.text))
    for (const item of body.items.filter((one) => one.kind === 'comment'))
      expect(item.from).toMatchObject({ id: leaver.user_id, name: '', state: 'deleted' })
    if (!body.next_cursor) break
    cursor = body.next_cursor
  }
  expect(texts).toEqual(Array.from({ length: 9 }, (_, n) => `Number ${8 - n}`))
  expect((await conversation(ben, id, { cursor: 'x' })).status).toBe(400)
  const { db } = t.services
  const read = db.read.bind(db)
  let statements = 0
  db.read = (...args) => {
    statements += 1
    return read(...args)
  }
  await conversation(ben, id)
  db.read = read
  expect(statements).toBe(1)
})

test('publishes replies after the commit, private ones to participants', async () => {
  const published: [string[], string[] | undefined][] = []
  const publish = t.services.events.publish.bind(t.services.events)
  t.services.events.publish = (workspaceId, changes, users) => {
    published.push([changes, users && [...users].sort()])
    publish(workspaceId, changes, users)
  }
  const takePublished = () => published.splice(0)
  const who = (...people: Member[]) => people.map((one) => one.user_id).sort()
  const [open, hidden] = [await makeThanks([ben, cleo]), await makeThanks([ben], { private: true })]
  await react(dan, open, 'clap')
  await react(dan, open, 'clap')
  expect(takePublished()).toEqual([[[`posts:${open}`], undefined]])
  await addComment(ben, hidden)
  await react(dan, hidden, 'clap')
  expect(takePublished()).toEqual([[[`posts:${hidden}`], who(author, ben)]])
  const addition = (await addPoints(dan, open, 1)).body.id
  expect(takePublished()).toEqual([
    [[`posts:${open}`], undefined],
    [['coins'], who(ben, cleo, dan)],
  ])
  await t.call('posts.delete', { token: dan.token, params: { id: addition } })
  expect(takePublished()).toEqual([
    [[`posts:${open}`], undefined],
    [['coins'], who(ben, cleo, dan)],
  ])
  await addPoints(team.admin, hidden, 1)
  expect(takePublished()).toEqual([
    [[`posts:${hidden}`], who(author, ben, team.admin)],
    [['coins'], who(ben, team.admin)],
  ])
  await addPoints(dan, open, 1)
  takePublished()
  await t.call('posts.delete', { token: author.token, params: { id: open } })
  expect(takePublished()).toEqual([
    [[`posts:${open}`], undefined],
    [['coins'], who(author, ben, cleo, dan)],
  ])
  t.services.events.publish = publish
})
