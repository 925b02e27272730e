import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'

/** Opens the user menu over the inbox, and returns its item for the rewards. */
async function openRewardsItem(permission: 'rewards_administrator' | 'billing_administrator') {
  const { user } = await renderApp('/inbox', {
    config: makeConfig({
      permissions: makePermissions(permission),
    }),
    api: {
      'inbox.list': () => ({ items: [], next_cursor: null }),
      'rewards.open_purchases': () => ({ count: 53 }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Menu for/ }))
  return await screen.findByRole('menuitem', { name: /^Rewards management/ })
}

test('the menu counts and links open purchases for those who fulfill them', async () => {
  const item = await openRewardsItem('rewards_administrator')
  await within(item).findByText('53 purchases to fulfill')
  expect(item.getAttribute('href')).toBe('/settings/rewards/purchases')
})

test('the menu links all rewards for those who cannot fulfill purchases', async () => {
  const item = await openRewardsItem('billing_administrator')
  expect(item.getAttribute('href')).toBe('/settings/rewards/all')
  expect(callsTo('rewards.open_purchases')).toEqual([])
})

test('a language that the server refuses is changed back with the reason', async () => {
  const { user } = await renderApp('/inbox', {
    api: {
      'inbox.list': () => ({ items: [], next_cursor: null }),
      'profiles.update_me': () => refuse('too_many'),
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Menu for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Language' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Español' }))
  await screen.findByRole('alert')
  expect(document.documentElement.lang).toBe('en')
})

test('the menu links the feedback of the server', async () => {
  const { user } = await renderApp('/inbox', {
    config: makeConfig({ feedback_url: 'https://feedback.example/laurel?from=menu' }),
    api: { 'inbox.list': () => ({ items: [], next_cursor: null }) },
  })
  await user.click(await screen.findByRole('button', { name: /^Menu for/ }))
  const item = await screen.findByRole('menuitem', { name: 'Send feedback' })
  expect(item.getAttribute('href')).toBe('https://feedback.example/laurel?from=menu')
  await expectNoViolations(screen.getByRole('menu'))
})
