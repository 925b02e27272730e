import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSummary } from '#tests/support/award-data.ts'
import { makeOwnRound } from '#tests/support/nomination-data.ts'
import { makeOfficeScreens } from '#tests/support/office-screen-data.ts'
import { callsTo, renderApp } from '#tests/support/render.tsx'
import { makeConfig, makePerson, makeSettings } from '#tests/support/web-data.ts'

// Routes of `contract/impersonation.ts`, which the server refuses to an operator.
const config = makeConfig({ impersonated: true, has_awards: true })
const closed = 'Not available while you act as someone else.'

test('an operator can neither create nor delete office screens', async () => {
  await renderApp('/settings/global', {
    config,
    api: {
      'settings.get': () => makeSettings(),
      'office_screens.list': () => makeOfficeScreens(),
    },
  })
  const section = within(await screen.findByRole('group', { name: 'Office screens' }))
  await section.findAllByRole('listitem')
  for (const button of section.getAllByRole<HTMLButtonElement>('button'))
    expect([button.textContent, button.disabled]).toEqual([button.textContent, true])
})

test('an operator reads the rules for leavers only', async () => {
  await renderApp('/settings/leavers', {
    config,
    api: {
      'leavers.policy': () => ({ grace_days: 30, outcome: 'return', pays_gift_cards: false }),
      'leavers.list': () => ({ items: [], next_cursor: null }),
    },
  })
  await screen.findByText(closed)
  expect(screen.getByRole('group', { name: 'Leavers' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
})

test('an operator cannot choose who approves for somebody else', async () => {
  await renderApp('/awards?tab=decide', {
    config,
    api: {
      'awards.summary': () => makeSummary({ to_decide: 1 }),
      'awards.gifts': () => ({ items: [], next_cursor: null }),
      'profiles.approval_delegate': () => ({
        delegate: makePerson(),
        starts_on: '2099-06-01',
        ends_on: '2099-06-09',
      }),
    },
  })
  const choose = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change' })
  expect(choose.disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true)
})

test('an operator sees no ballot of somebody else', async () => {
  const round = makeOwnRound({
    phase: 'deciding',
    abilities: { nominate: false, score: true, vote: false },
  })
  await renderApp(`/nominations/${round.id}`, {
    config,
    api: { 'nominations.get': () => round, 'nominations.own': () => [] },
  })
  await screen.findByText(closed)
  expect(callsTo('nominations.ballot')).toEqual([])
})
