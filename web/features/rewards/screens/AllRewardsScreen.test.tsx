import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { makeReward } from '#tests/support/reward-data.ts'
import { renderApp } from '#tests/support/render.tsx'

test('the list names the limits of a reward', async () => {
  const audience = {
    groups: [],
    excluded_groups: [],
    managers_only: true,
    countries: [],
    tenure_months_from: null,
    tenure_months_to: null,
    people: [],
  }
  await renderApp('/settings/rewards/all', {
    api: {
      'rewards.list': () => [
        makeReward({ title: 'Tea' }),
        makeReward({
          title: 'Retreat',
          person_max: 2,
          person_period: 'year',
          audience,
        }),
      ],
    },
  })
  await screen.findByText('Goods and experiences · unlimited')
  screen.getByText('Goods and experiences · unlimited · not for everyone · at most 2 a year each')
})
