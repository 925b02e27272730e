import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { callsTo, renderApp } from '#tests/support/render.tsx'
import { makeConfig } from '#tests/support/web-data.ts'

const bar = () => screen.queryByRole('region', { name: 'Billing notice' })
const findBar = () => screen.findByRole('region', { name: 'Billing notice' })

/** Renders a page of a billing administrator on a day of the trial, counted from 1. */
async function renderTrialDay(day: number, welcomeBanner = true) {
  const { workspace } = makeConfig()
  const app = await renderApp('/settings', {
    config: makeConfig({
      welcome_offer: true,
      welcome_banner: welcomeBanner,
      subscription: {
        status: 'none',
        unpaid: false,
        current_period_end: null,
        cancel_at_period_end: false,
        trial_ends_at: new Date(
          Date.now() + (workspace.trial_days - day + 1) * dayMs - 60_000,
        ).toISOString(),
      },
    }),
    api: { 'billing.dismiss_offer': () => undefined },
  })
  await screen.findByRole('main')
  return app
}

test('the first two days of a trial show no offer', async () => {
  await renderTrialDay(2)
  expect(bar()).toBeNull()
})

test('the third day of a trial shows the days left and the offer', async () => {
  await renderTrialDay(3)
  expect((await findBar()).textContent).toContain('28 days left in your trial.')
  expect(screen.getByRole('link', { name: 'Add a card' }).getAttribute('href')).toBe(
    '/settings/billing/payment_method',
  )
})

test('hiding the offer late in the trial keeps the days in the bar', async () => {
  const { user } = await renderTrialDay(26)
  await findBar()
  await user.click(
    screen.getByRole('button', { name: 'Hide. The offer stays in Billing until the trial ends' }),
  )
  await waitFor(() => expect(bar()?.textContent).toContain('Your trial ends in 5 days.'))
  expect(callsTo('billing.dismiss_offer')).toHaveLength(1)
  expect(bar()?.textContent).not.toContain('10% off')
})

test('a hidden offer does not return on the next visit', async () => {
  await renderTrialDay(10, false)
  expect(bar()).toBeNull()
})

/** Renders the settings with a subscription, without the welcome offer. */
async function renderSubscription(
  fields: Partial<NonNullable<AppConfig['subscription']>> | null,
): Promise<void> {
  await renderApp('/settings', {
    config: makeConfig({
      subscription: fields && {
        status: 'none',
        unpaid: false,
        current_period_end: null,
        cancel_at_period_end: false,
        trial_ends_at: '2026-03-04T12:00:00.000Z',
        ...fields,
      },
    }),
  })
  await screen.findByRole('main')
}
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

test('the last days of a trial are counted down with a link to the plans', async () => {
  await renderSubscription({ trial_ends_at: inHours(50) })
  expect((await findBar()).textContent).toContain('Your trial ends in 3 days.')
  expect(screen.getByRole('link', { name: 'Choose a plan' }).getAttribute('href')).toBe(
    '/settings/billing/trial',
  )
  await expectNoViolations(await findBar())
})

test.each([
  ['a trial of ten more days', { trial_ends_at: inHours(240) }],
  ['people who cannot pay', null],
])('no bar appears for %s', async (_, fields) => {
  await renderSubscription(fields)
  expect(bar()).toBeNull()
})

test('a failed payment is shown until another card pays', async () => {
  await renderSubscription({ status: 'past_due' })
  expect((await findBar()).textContent).toContain('Your last subscription payment failed.')
  expect(screen.getByRole('link', { name: 'Change card' }).getAttribute('href')).toBe(
    '/settings/billing/payment_method',
  )
})
