import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Permissions } from '#contract/permissions.ts'
import type { RouteName } from '#contract/routes/index.ts'
import { limits } from '#contract/limits.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { makeBonus } from '#tests/support/make-bonus.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { listMountedCalls, routeOf } from '#tests/support/example-requests.ts'
import { listFields } from '#tests/support/input-fields.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { roundBody } from '#tests/support/make-nominations.ts'

/**
 * Everything that can be read, generated from the table of calls: private data, and cells that a
 * spreadsheet would execute.
 */
const t = setupTestApp(() => ({ env: { PUBLIC_URL: 'https://laurel.example' } }))
const privateMarker = 'quinquennial'
let team: Team
let mounted: RouteName[]
let people: Record<'from' | 'to' | 'other' | 'stranger' | 'shop' | 'account', Member>
let idsByKind: Record<string, string[]>

beforeAll(async () => {
  mounted = (await listMountedCalls(t)).filter(
    (name) =>
      routeOf(name).method === 'GET' && !['public', 'temporary'].includes(routeOf(name).access),
  )
  team = await makeTeam(t)
  const makeAdmin = (permissions?: Partial<Permissions>) =>
    makeMember(t, team.workspace_id, permissions ? { permissions } : {})
  people = {
    from: await makeAdmin(),
    to: await makeAdmin(),
    other: await makeAdmin(),
    stranger: await makeAdmin(),
    shop: await makeAdmin({ rewards_administrator: true, billing_administrator: true }),
    account: await makeAdmin({ account_administrator: true }),
  }
  const { from, to, other } = people
  // Three authors are enough for a topic, if the posts were public.
  const createPost = (
    sender: Member,
    recipients: Member[],
    isPrivate: boolean,
    description: string,
  ) =>
    t.call('posts.create', {
      token: sender.token,
      body: {
        to_id: recipients.map((one) => one.user_id),
        value_id: team.value_id,
        score: 3,
        private: isPrivate,
        description,
      },
    })
  const posts = [
    await createPost(from, [to, other], true, `Your ${privateMarker} report`),
    await createPost(to, [from], true, `Our ${privateMarker} plan`),
    await createPost(other, [from], true, `A ${privateMarker} day`),
  ]
  await createPost(from, [to], false, 'Thank you in public')
  const id = posts[0]?.body.id ?? ''
  const comment = await t.call('posts.comment', {
    token: to.token,
    params: { id },
    body: { text: `The ${privateMarker} one` },
  })
  const addOn = await t.call('posts.add_on', {
    token: to.token,
    params: { id },
    body: { score: 2, text: `More ${privateMarker}` },
  })
  await t.call('posts.react', { token: other.token, params: { id }, body: { reaction: 'clap' } })
  idsByKind = {
    user: Object.values(people).map((one) => one.user_id),
    post: [...posts.map((one) => one.body.id), addOn.body.id],
    comment: [comment.body.id],
    value: [team.value_id],
  }
})

/**
 * Returns values for a field, so that no default hides rows: each option, every known id, the
 * marker and the widest range.
 */
function valuesFor(name: RouteName, key: string, kind: string | undefined): string[] {
  if (kind) return idsByKind[kind] ?? []
  const choices: Record<string, string[]> = {
    search: [privateMarker, privateMarker.slice(0, 4)],
    period: ['all', 'day'],
    direction: ['received', 'given', ...(name === 'profiles.posts' ? ['both'] : [])],
    limit: ['50'],
    days: ['3660'],
    tile: [
      'figures',
      'leaders',
      'values',
      'popular_rewards',
      'org_chart',
      'common_topics',
      'unthanked',
    ],
    from: ['2026-06-01'],
    to: ['2026-06-30'],
    state: ['accepted'],
    status: ['pending'],
    type: ['manual'],
    reward_type: ['team'],
    category: ['charity'],
    reaction: ['clap', 'like'],
  }
  return choices[key] ?? []
}

/**
 * Returns every request of a GET call: each id in its path, each query field separately, and none.
 */
function possibleRequests(
  name: RouteName,
): { params: Record<string, string>; query: Record<string, string> }[] {
  const { params, query } = routeOf(name)
  const places = listFields(params).map(({ path: [key], kind }) =>
    valuesFor(name, String(key), kind).map((value) => ({ [String(key)]: value })),
  )
  const paths = places.reduce<Record<string, string>[]>(
    (all, place) => all.flatMap((path) => place.map((one) => ({ ...path, ...one }))),
    [{}],
  )
  // Required query fields of the call.
  const requiredQueries: Partial<Record<RouteName, Record<string, string>>> = {
    'leaderboards.csv': { tile: 'common_topics' },
    'rewards.products': { country: 'US' },
  }
  const queries = [
    {},
    ...listFields(query).flatMap(({ path: [key], kind }) =>
      valuesFor(name, String(key), kind).map((value) => ({ [String(key)]: value })),
    ),
  ]
  return paths.flatMap((path) =>
    queries.map((one) => ({ params: path, query: { ...requiredQueries[name], ...one } })),
  )
}
const hasMarker = (body: unknown) =>
  (typeof body === 'string' ? body : JSON.stringify(body ?? '')).includes(privateMarker)

/** Returns the calls whose responses show the marker to a reader, and the number of responses. */
async function callsExposingMarker(
  reader: Member,
): Promise<{ seen: string[]; answered: Set<RouteName> }> {
  const seen = new Set<string>()
  const answered = new Set<RouteName>()
  for (const name of mounted.filter((one) => routeOf(one).format !== 'events')) {
    for (const request of possibleRequests(name)) {
      const { status, body } = await t.call(name, { token: reader.token, ...request })
      expect([name, request, [200, 403, 404, 422].includes(status)]).toEqual([name, request, true])
      if (status === 200) answered.add(name)
      if (hasMarker(body)) seen.add(name)
    }
  }
  return { seen: [...seen].sort(), answered }
}

test('a private post is absent from every read of other colleagues', async () => {
  for (const reader of [people.stranger, people.shop]) {
    const { seen, answered } = await callsExposingMarker(reader)
    expect(seen).toEqual([])
    expect(answered.size).toBeGreaterThan(15)
  }
})

test('a private post is visible to recipients and global administrators', async () => {
  // The export of personal data contains received and written posts.
  expect((await callsExposingMarker(people.to)).seen).toEqual([
    'inbox.list',
    'posts.comments',
    'posts.get',
    'posts.list',
    'profiles.export',
    'profiles.posts',
  ])
  const { seen, answered } = await callsExposingMarker(people.account)
  expect(seen).toEqual(['posts.comments', 'posts.csv', 'posts.get', 'posts.list', 'profiles.posts'])
  for (const name of [
    'leaderboards.common_topics',
    'leaderboards.csv',
    'leaderboards.org_chart',
  ] as const)
    expect(answered).toContain(name)
})

test('mails about a private post go to its recipients only', async () => {
  t.clock.advance((limits.undo_seconds + 5) * 1_000)
  while (await processOutbox(t.services)) {
    /* until nothing is due */
  }
  const readers = new Set(
    t.mails
      .filter((mail) => `${mail.subject} ${mail.text} ${mail.html}`.includes(privateMarker))
      .map((mail) => mail.to),
  )
  expect([...readers].sort()).toEqual(
    [people.from.email, people.to.email, people.other.email].sort(),
  )
})

/** Creates a nomination whose texts begin like formulas. Returns its round. */
async function makeUnsafeNomination(team: Team, nominator: Member): Promise<string> {
  const label = '=1+1'
  const { body: round } = await t.call('nominations.create_round', {
    token: team.admin.token,
    body: roundBody(t, team, { questions: [{ label, kind: 'text', required: true }] }),
  })
  const nominee = await makeMember(t, team.workspace_id, { first_name: '@SUM(A1:A9)' })
  const nomination = await t.call('nominations.nominate', {
    token: nominator.token,
    params: { id: round.id },
    body: { user_id: nominee.user_id, text: '+1+1', answers: ['thanks;=1+1'] },
  })
  expect(nomination.status).toBe(200)
  return round.id
}

/** Creates members, posts and purchases whose texts begin like formulas. Returns the buyer. */
async function makeUnsafeRecords(team: Team): Promise<Member> {
  const unsafe = ['=HYPERLINK("https://evil.example")', '+1+1', '@SUM(A1:A9)', '-2+3', '＝1+1']
  const embedded = [
    'thanks;=1+1',
    'thanks; +1+1',
    'thanks\t@SUM(A1:A9)',
    'thanks\n=1+1',
    'thanks|=1+1',
    'thanks;\u200b-2+3',
    `+${'1'.repeat(200)}+1`,
  ]
  const { token } = team.admin
  const buyer = await makeMember(t, team.workspace_id, {
    first_name: unsafe[0],
    last_name: unsafe[1],
  })
  await t.call('values.update', { token, params: { id: team.value_id }, body: { name: unsafe[2] } })
  for (const description of [...unsafe, ...embedded])
    await t.call('posts.create', {
      token,
      body: { to_id: [buyer.user_id], value_id: team.value_id, score: 2, description },
    })
  await t.call('profiles.update_me', { token: buyer.token, body: { phone: '+34 600 000 000' } })
  await addBalance(t, buyer, 50)
  await t.call('coins.adjust', {
    token,
    params: { id: buyer.user_id },
    body: { amount: 5, comment: unsafe[3] },
  })
  const reward = await t.call('rewards.create', {
    token,
    body: { title: unsafe[0], price: 5, comment_required: true },
  })
  const purchase = await t.call('shop.redeem', {
    token: buyer.token,
    params: { id: reward.body.id },
    body: { comment: unsafe[3] },
  })
  await t.call('rewards.decline', {
    token,
    params: { id: purchase.body.id },
    body: { reason: unsafe[4] },
  })
  return buyer
}

test('no cell of any export begins like a formula', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const buyer = await makeUnsafeRecords(team)
  const bonus = await makeBonus(t, team, { user_ids: [buyer.user_id] })
  idsByKind = {
    ...idsByKind,
    user: [buyer.user_id, team.admin.user_id],
    bonus: [bonus],
    nomination_round: [await makeUnsafeNomination(team, buyer)],
  }
  let cells = 0
  const phones = new Set<string>()
  const files = new Set<RouteName>()
  // The refused rows of an import use the same formatCsvLine; imports.test.ts covers them.
  const csvCalls = mounted.filter((one) => routeOf(one).format === 'table')
  for (const name of csvCalls) {
    for (const request of possibleRequests(name)) {
      const query = { ...request.query, format: 'csv' }
      const { status, body } = await t.call(name, { token, ...request, query })
      // A range too long for its report has no file.
      if (status === 422) continue
      expect([name, request, status]).toEqual([name, request, 200])
      files.add(name)
      for (const cell of (
        parse(z.string().parse(body), { bom: true, relax_column_count: true }) as string[][]
      ).flat()) {
        cells += 1
        // Spreadsheets in other locales split cells at semicolons and tabs, and skip white space.
        for (const part of cell.split(/[;\t|\r\n]/))
          expect([
            name,
            cell,
            /^[\s\u200b]*[=+\-@＝＋－＠]/.test(part) && !/^[+-]?\d+(\.\d+)?$/.test(part),
          ]).toEqual([name, cell, false])
        if (cell.startsWith('+34')) phones.add(cell)
      }
    }
  }
  expect([...files]).toEqual(csvCalls)
  expect(cells).toBeGreaterThan(100)
  expect([...phones]).toEqual(['+34600000000'])
})
