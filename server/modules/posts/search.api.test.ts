import { beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let [ada, ben, cleo]: Member[] = []
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
  ;[ada, ben, cleo] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
})
const write = (description: string, fields: { private?: boolean } = {}) =>
  makePost(t, ada as Member, [ben as Member], team.value_id, 1, { description, ...fields })
const ask = async (
  who: Member | undefined,
  search: string,
  query: Record<string, string | number> = {},
) => t.call('posts.list', { token: who?.token ?? '', query: { search, ...query } })
const found = async (
  who: Member | undefined,
  search: string,
  query: Record<string, string | number> = {},
) => (await ask(who, search, query)).body.map((post) => post.id)

test('finds posts by all word prefixes without case and accents', async () => {
  const texts: Record<string, string[]> = {
    'Thanks for the night deployment, Zoë! It was re-deployed twice.': [
      'deploy',
      'NIGHT dep',
      'zoe',
      'Zoë',
      'deployed re',
      'twice',
      'thanks deployment',
    ],
    'Gracias por la canción y el año nuevo': ['cancion', 'CANCIÓN', 'ano', 'nue gra'],
    'Você é incrível, João': ['voce', 'joao incr', 'É'],
    'Спасибо за отчёт: ёлка горит, йогурт съеден': ['спас', 'ОТЧЕТ', 'отчёт', 'елка', 'йог'],
    'Дякую за їжу та Ґудзики': ['дяк', 'їжу', 'ґудз', 'ДЯКУЮ ЇЖ'],
    'ありがとう、山田さん': ['山田', 'ありが'],
    'İstanbul’da güzel bir gün 100% #teamwork user@example.test': [
      'guzel',
      '100',
      'teamwork',
      '#teamwork',
      'user@example',
      'example.test',
    ],
  }
  for (const [text, searches] of Object.entries(texts)) {
    const id = await write(text)
    for (const search of searches)
      expect([search, await found(cleo, search)]).toEqual([search, expect.arrayContaining([id])])
  }
  for (const search of ['eployment', 'night missing', 'xyz', '!!!', ' % ', 'асибо'])
    expect([search, await found(cleo, search)]).toEqual([search, []])
})

test('treats hostile input as plain text', async () => {
  const id = await write(String.raw`O'Neil & co | (b:* !c) <-> \d "quoted"`)
  for (const search of [
    "o'neil",
    'co & |',
    '(b:*',
    '!c',
    String.raw`\d`,
    '"quoted"',
    "neil'); drop table posts; --".slice(0, 6),
  ])
    expect([search, await found(cleo, search)]).toEqual([search, expect.arrayContaining([id])])
  for (const search of ["' or 1=1", ':*', "'':*", '\u{1F600}', '%', 'a'.repeat(100), '&&&|||!!!'])
    expect([search, (await ask(cleo, search)).status]).toEqual([search, 200])
  expect([
    (await ask(cleo, 'a'.repeat(101))).status,
    (await ask(cleo, '')).status,
    (await ask(cleo, '\u0000')).status,
  ]).toEqual([400, 400, 400])
})

test('finds private posts for their viewers only and no deleted posts', async () => {
  const hidden = await write('Confidential raise negotiated', { private: true })
  const open = await write('Confidential vote held')
  expect([
    await found(ada, 'confid'),
    await found(ben, 'confid'),
    await found(team.admin, 'confid'),
    await found(cleo, 'confid'),
  ]).toEqual([[open, hidden], [open, hidden], [open, hidden], [open]])
  await t.call('posts.add_on', {
    token: cleo?.token ?? '',
    params: { id: open },
    body: { score: 1, text: 'Confidential too' },
  })
  expect(await found(cleo, 'confid')).toEqual([open])
  await t.call('posts.delete', { token: ada?.token ?? '', params: { id: open } })
  expect(await found(ada, 'confid')).toEqual([hidden])
  // An empty team, and a cursor before all posts.
  const other = await makeTeam(t)
  expect(await found(other.admin, 'confid')).toEqual([])
  expect(await found(ada, 'confid', { cursor: '00000000-0000-7000-8000-000000000000' })).toEqual([])
})

test('pages and filters search results without gaps and duplicates', async () => {
  const made: string[] = []
  for (let n = 0; n < 12; n += 1) {
    t.clock.advance(n % 4 === 0 ? 9 * 86_400_000 : 1_000)
    made.unshift(
      await makePost(
        t,
        (n % 2 ? ada : ben) as Member,
        [cleo as Member],
        n % 3 ? team.value_id : team.other_value_id,
        1,
        { description: `Quarterly report number ${n}` },
      ),
    )
    await write('Something else')
  }
  const member = await makeMember(t, team.workspace_id)
  const walk = async (query: Record<string, string>) => {
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await ask(member, 'quart rep', {
        limit: 5,
        ...query,
        ...(cursor ? { cursor } : {}),
      })
      ids.push(...page.body.map((post) => post.id))
      cursor = page.headers['x-next-cursor'] as string | undefined
      if (!cursor) return ids
    }
  }
  expect(await walk({})).toEqual(made)
  expect(await walk({ value_id: team.other_value_id })).toEqual(
    made.filter((_, index) => (11 - index) % 3 === 0),
  )
  expect(await walk({ user_id: ada?.user_id ?? '' })).toEqual(
    made.filter((_, index) => (11 - index) % 2 === 1),
  )
})

test('finds common and rare words in more posts than it reads first', async () => {
  const other = await makeTeam(t, { limit: null })
  const [author, recipient, reader] = [
    await makeMember(t, other.workspace_id),
    await makeMember(t, other.workspace_id),
    await makeMember(t, other.workspace_id),
  ]
  const posts = Array.from({ length: 700 }, (_, n) => {
    const at = new Date(t.clock.now().getTime() + n * 60_000)
    const words = ['Common', n % 3 ? '' : 'third', n % 40 ? '' : 'rare', n < 350 ? 'older' : '']
    return { id: newId(at), at, description: words.join(' '), private: n % 7 === 0 }
  })
  const day = t.clock.now().toISOString().slice(0, 10)
  await t.services.db.tenant(other.workspace_id, (trx) =>
    trx
      .insertInto('posts')
      .values(
        posts.map(({ at, ...post }) => ({
          ...post,
          workspace_id: other.workspace_id,
          from_id: author.user_id,
          to_ids: [recipient.user_id],
          value_id: other.value_id,
          score: 1,
          period_start: t.clock.now(),
          day,
          created_at: at,
        })),
      )
      .execute(),
  )
  const walk = async (who: Member, search: string) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await ask(who, search, { limit: 50, ...(cursor ? { cursor } : {}) })
      ids.push(...page.body.map((post) => post.id))
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    return ids
  }
  for (const who of [reader, recipient])
    for (const search of ['common', 'thi', 'common rare', 'older', 'third older', 'ird'])
      expect([search, await walk(who, search)]).toEqual([
        search,
        posts
          .filter(
            (post) =>
              (who === recipient || !post.private) &&
              search
                .split(' ')
                .every((word) => ` ${post.description.toLowerCase()}`.includes(` ${word}`)),
          )
          .map(({ id }) => id)
          .toReversed(),
      ])
})

test('a search finds posts that a person gave or received', async () => {
  const given = await write('Thanks for the compass')
  const received = await makePost(t, ben as Member, [ada as Member], team.value_id, 1, {
    description: 'Thanks for the other compass',
  })
  const list = (direction: string) =>
    found(cleo, 'compass', { user_id: ada?.user_id ?? '', direction })
  expect([await list('given'), await list('received'), await list('both')]).toEqual([
    [given],
    [received],
    [received, given],
  ])
})
