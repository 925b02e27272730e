import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#tests/support/render.tsx'
import { makeConfig, makeSettings } from '#tests/support/web-data.ts'

const renderWelcome = (limit: number | null) => {
  const { allowance } = makeConfig()
  return renderApp('/welcome', {
    config: makeConfig({
      settings: makeSettings({ limit_period: 'week' }),
      allowance: { ...allowance, limit },
    }),
  })
}

test('the welcome page shows the points and the period of the team', async () => {
  await renderWelcome(40)
  expect(await screen.findByText(/^You get 40 points each week to give\./)).toBeTruthy()
})

test('the welcome page of a team without a limit shows no period', async () => {
  await renderWelcome(null)
  expect(await screen.findByText(/^You have points to give\./)).toBeTruthy()
})
