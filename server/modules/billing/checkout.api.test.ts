import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkLocalBilling } from '#server/modules/billing/local/integrity-checks.ts'
import type { PromotionTerms } from '#server/modules/billing/local/promotion-code-queries.ts'
import { createPromotionCode } from '#server/modules/billing/local/promotion-codes.ts'
import { newId } from '#server/platform/ids.ts'
import { runCli } from '#tests/support/run-cli.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { makeMember, makeTeam, type Team } from '#tests/support/factories.ts'
import {
  assertBillingConsistent,
  payOnCheckoutPage,
  startLocalBilling,
} from '#tests/support/local-billing.ts'

/** Our own checkout page and its PDF documents. */
const callback = 'http://localhost:3000/settings/billing/overview'
let t: TestApp
let runDueWork: () => Promise<void>
beforeAll(async () => {
  ;({ t, runDueWork } = await startLocalBilling())
})
afterEach(() => assertBillingConsistent(t))
afterAll(() => t?.close())

async function afterTrial(people = 1): Promise<Team> {
  const team = await makeTeam(t)
  for (let n = 1; n < people; n += 1) await makeMember(t, team.workspace_id)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: t.clock.now() })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  return team
}
const open = async (team: Team, body: object = {}) =>
  (
    await t.call('billing.subscribe', {
      token: team.admin.token,
      body: { plan: 'month', callback, ...body },
    })
  ).body.session_url
const tokenOf = (url: string) => url.split('/checkout/')[1] ?? ''
const getCheckout = (url: string, language = 'en') =>
  t.call('checkout.get', {
    body: { token: tokenOf(url) },
    headers: { 'accept-language': language },
  })
const subscription = async (team: Team) =>
  (await t.call('billing.subscription', { token: team.admin.token })).body
const subscribed = async (team: Team) => {
  await payOnCheckoutPage(t, await open(team), 'works')
  return team
}
test('shows the order, its price and its date in the reader’s language', async () => {
  const team = await makeTeam(t)
  const url = await open(team, { plan: 'year' })
  const { trial_ends_at: trialEndsAt } = await subscription(team)
  const { body } = await getCheckout(url)
  expect(body).toMatchObject({
    purpose: 'subscription',
    offer: true,
    cancel_url: `${callback}?card=canceled`,
    order: { plan: 'year', quantity: 5 },
  })
  // The card entered here earns the offer.
  expect(body.order?.invoice).toMatchObject({
    label: 'upcoming',
    created: trialEndsAt,
    subtotal: 97_200,
    total: 87_480,
    discounts: [{ lifetime: true, amount: 9_720 }],
  })
  expect(
    (await getCheckout(url, 'ru')).body.order?.invoice.lines.map((line) => line.description),
  ).toEqual(['Годовой тариф, включено 5 мест'])
  expect(await payOnCheckoutPage(t, url, 'works')).toEqual({
    redirect_url: `${callback}?subscription=started`,
  })
  expect(await subscription(team)).toMatchObject({ status: 'trialing', amount: 87_480 })
  expect((await getCheckout(url)).codes).toEqual(['checkout_invalid'])
})

test('a payment counts although the database is lost after it', async () => {
  const team = await afterTrial()
  const url = await open(team)
  const { billing } = t.services
  if (!billing) return expect.fail('no billing')
  const fetchAccount = billing.fetchAccount.bind(billing)
  billing.fetchAccount = () => Promise.reject(new Error('the connection is lost'))
  try {
    expect(await payOnCheckoutPage(t, url, 'works')).toEqual({
      redirect_url: `${callback}?subscription=started`,
    })
  } finally {
    billing.fetchAccount = fetchAccount
  }
  await runDueWork()
  expect((await subscription(team)).status).toBe('active')
})

test('audits a subscription only when it has started', async () => {
  const team = await afterTrial()
  const url = await open(team)
  const acts = async () =>
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'details'])
        .where('workspace_id', '=', team.workspace_id)
        .orderBy('id')
        .execute(),
    )
  expect(await payOnCheckoutPage(t, url, 'fails_later')).toEqual({ refused: 'payment_failed' })
  expect(await acts()).toEqual([])
  await payOnCheckoutPage(t, url, 'works')
  expect(await acts()).toEqual([
    {
      action: 'card.add',
      actor_id: team.admin.user_id,
      details: { card_id: expect.any(String), last4: '4242' },
    },
    { action: 'subscription.start', actor_id: team.admin.user_id, details: { plan: 'month' } },
  ])
})

test('starts a subscription on the first page and saves a card on the second', async () => {
  const team = await afterTrial()
  const [one, other] = [await open(team), await open(team, { plan: 'year' })]
  expect(await payOnCheckoutPage(t, one, 'works')).toEqual({
    redirect_url: `${callback}?subscription=started`,
  })
  expect((await getCheckout(other)).body.order).toBeNull()
  expect(await payOnCheckoutPage(t, other, 'confirm')).toEqual({
    redirect_url: `${callback}?card=added`,
  })
  expect(await subscription(team)).toMatchObject({ interval: 'month' })
  expect((await t.call('billing.receipts', { token: team.admin.token })).body.items).toHaveLength(1)
  expect((await t.call('billing.payment_method', { token: team.admin.token })).body?.last4).toBe(
    '3220',
  )
})

test('rejects a promotion code used up after the page was opened', async () => {
  expect((await runCli(t, 'promo', 'last-one', '30', '3', '1')).stdout).toBe('Made LAST-ONE.\n')
  const [team, other] = [await afterTrial(), await afterTrial()]
  const [one, two] = [
    await open(team, { promo: 'last-one' }),
    await open(other, { promo: 'LAST-ONE' }),
  ]
  expect((await getCheckout(one)).body.order?.invoice).toMatchObject({
    total: 6_300,
    discounts: [{ code: 'LAST-ONE', amount: 2_700 }],
  })
  await payOnCheckoutPage(t, one, 'works')
  expect([(await getCheckout(two)).codes, await payOnCheckoutPage(t, two, 'works')]).toEqual([
    ['promo_invalid'],
    { refused: 'promo_invalid' },
  ])
  expect((await runCli(t, 'promo')).stdout).toBe('LAST-ONE: 30%, 3 months, used 1 of 1 times\n')
  expect((await runCli(t, 'promo', 'NONE', '10', '1', 'x')).code).toBe(1)
  const valid: PromotionTerms = { percent: 10, months: null, times: null, ends_at: null }
  const refused: [code: string, terms: PromotionTerms][] = [
    ['LAST-ONE', valid],
    ['no code', valid],
    ['NONE', { ...valid, percent: 101 }],
    ['NONE', { ...valid, percent: 0 }],
    ['NONE', { ...valid, percent: 5.5 }],
    ['NONE', { ...valid, percent: Number.NaN }],
    ['NONE', { ...valid, months: 0 }],
  ]
  for (const [code, terms] of refused)
    expect([
      code,
      terms,
      await createPromotionCode(t.ownerUrl, code, terms, t.clock.now()),
    ]).toEqual([code, terms, false])
})

test('the application role redeems promotion codes but cannot change them', async () => {
  const app = async (text: string) =>
    withClient(t.ownerUrl, async (client) => {
      await client.query('set role laurel_app')
      return client.query(text)
    })
  for (const text of [
    "insert into promo_codes (code, percent, created_at) values ('FREE', 100, now())",
    'update promo_codes set percent = 100',
    'delete from promo_codes',
  ]) {
    await expect(app(text), text).rejects.toMatchObject({ code: '42501' })
  }
})

test('returns 404 for another team’s invoices and receipts', async () => {
  const [team, other] = [
    await subscribed(await afterTrial(7)),
    await subscribed(await afterTrial()),
  ]
  const paper = (who: Team, name: 'billing.invoice_pdf' | 'billing.receipt_pdf', id: string) =>
    t.call(name, { token: who.admin.token, params: { id } })
  const invoice = (await t.call('billing.invoices', { token: team.admin.token })).body.items[0]
  const receipt = (await t.call('billing.receipts', { token: team.admin.token })).body.items[0]
  expect([invoice?.pdf_url, receipt?.url]).toEqual([
    `/api/billing/invoices/${invoice?.id}/invoice.pdf`,
    `/api/billing/invoices/receipts/${receipt?.id}/receipt.pdf`,
  ])
  for (const [name, id] of [
    ['billing.invoice_pdf', invoice?.id],
    ['billing.receipt_pdf', receipt?.id],
  ] as const) {
    const own = await paper(team, name, id ?? '')
    expect([own.status, own.headers['content-type'], String(own.body).slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const [foreign, missing] = [
      await paper(other, name, id ?? ''),
      await paper(other, name, newId(t.clock.now())),
    ]
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  }
})

test.each([
  [
    'lines',
    'update local_invoice_lines set amount_cents = amount_cents + 1',
    'the lines do not sum to the subtotal',
  ],
  [
    'total',
    `update local_invoices set total_cents = total_cents - 1,
      amount_due_cents = amount_due_cents - 1`,
    'subtotal minus discounts differs',
  ],
  [
    'charge',
    'update local_charges set amount_cents = amount_cents + 1 where invoice_id is not null',
    'lacks its single charge',
  ],
  [
    'no charge',
    'delete from local_charges where invoice_id is not null',
    'lacks its single charge',
  ],
  [
    'balance',
    `insert into local_balance_entries select workspace_id, gen_random_uuid(), 5, 'invoice', id,
      created_at from local_invoices`,
    'the applied balance',
  ],
  ['number', 'update local_invoices set sequence = sequence + 1', 'numbers have a gap'],
  [
    'status',
    "update local_subscriptions set status = 'past_due' where status = 'active'",
    'overdue without',
  ],
])('reports a wrong %s as a violation', async (_, tampering, what) => {
  const team = await subscribed(await afterTrial())
  await withClient(t.ownerUrl, async (owner) => {
    await owner.query(`begin; set local laurel.workspace = '${team.workspace_id}'`)
    await owner.query(
      `create table kept_i as table local_invoices; create table kept_l as table
        local_invoice_lines; create table kept_c as table local_charges; create table kept_s as
        table local_subscriptions; commit`,
    )
    await owner.query("set session_replication_role = 'replica'")
    await owner.query(tampering)
    try {
      expect((await checkLocalBilling(t.ownerUrl)).map((one) => one.what).join()).toContain(what)
    } finally {
      for (const [kept, table] of [
        ['kept_c', 'local_charges'],
        ['kept_l', 'local_invoice_lines'],
        ['kept_i', 'local_invoices'],
        ['kept_s', 'local_subscriptions'],
      ]) {
        await owner.query(
          `delete from ${table}; insert into ${table} select * from ${kept}; drop table ${kept}`,
        )
      }
      await owner.query('delete from local_balance_entries')
    }
  })
})
