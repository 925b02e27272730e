import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeReward } from '#tests/support/reward-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

const renderWizard = (search: string) =>
  renderApp(`/settings/rewards/new${search}`, {
    api: {
      'rewards.list': () => [],
      'rewards.countries': () => [],
      'rewards.create': ({ body }) =>
        makeReward({ ...body, audience: null, category: body.category ?? 'creative' }),
    },
  })
const price = () => screen.getByLabelText<HTMLInputElement>(/^Price in points/)
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })

test('the chosen kind decides the ideas, and Back changes it', async () => {
  const { user, router } = await renderWizard('')
  await screen.findByRole('heading', { name: 'Who is it for?' })
  await user.click(screen.getByRole('link', { name: /^For the team/ }))
  await screen.findByRole('heading', { name: 'Cook together' })
  router.history.back()
  await user.click(await screen.findByRole('link', { name: /^For one person/ }))
  await screen.findByRole('link', { name: 'Start blank' })
  await expectNoViolations(screen.getByRole('main'))
  expect(screen.queryByRole('heading', { name: 'Cook together' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Start blank' }))
  await screen.findByRole('button', { name: 'Add to shop' })
})

test('the choices of an individual reward are sent', async () => {
  const { user, fill } = await renderWizard('?kind=individual&idea=blank')
  await user.click(await screen.findByRole('button', { name: 'Add to shop' }))
  await screen.findByText('required')
  await expectNoViolations(screen.getByRole('main'))
  await fill(title(), 'A nanosecond of wire')
  await fill(price(), '25')
  await user.selectOptions(screen.getByLabelText('Category'), 'creative')
  await fill(screen.getByLabelText('Quantity available'), '3')
  await user.click(screen.getByLabelText('Once per person'))
  const emoji = screen.getByRole('button', { name: '🎨' })
  await user.click(emoji)
  expect(emoji.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create').map(({ body }) => body)).toMatchObject([
    {
      type: 'manual',
      reward_type: 'individual',
      title: 'A nanosecond of wire',
      price: 25,
      category: 'creative',
      available_amount: 3,
      one_time: true,
      emoji: '🎨',
    },
  ])
})

test('an adapted idea of a team reward needs a deadline in the future', async () => {
  const { user, fill } = await renderWizard('?kind=team')
  await user.click(await screen.findByRole('link', { name: 'Adapt Cook together' }))
  await fill(await screen.findByRole('textbox', { name: /^Title/ }), 'Cook for the neighbors')
  expect(price().value).toBe('250')
  expect(screen.queryByLabelText('Once per person')).toBeNull()
  const params = { start: '2026-01-01', finish: '2028-01-01' }
  serve({ 'rewards.create': () => refuse('out_of_range', { field: 'deadline', params }) })
  await fill(screen.getByLabelText(/^Deadline/), '2020-01-31')
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  await screen.findByText('Must be between Jan 1, 2026 and Jan 1, 2028')
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'rewards.create': () => makeReward() })
  await fill(screen.getByLabelText(/^Deadline/), '2027-01-31')
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create').at(-1)?.body).toMatchObject({
    title: 'Cook for the neighbors',
    reward_type: 'team',
    price: 250,
    deadline: '2027-01-31',
    emoji: '🍳',
  })
})

test('a reward beyond the limit of the team is refused with the reason', async () => {
  const { user, fill } = await renderWizard('?kind=individual&idea=blank')
  await fill(await screen.findByRole('textbox', { name: /^Title/ }), 'One too many')
  await fill(price(), '5')
  serve({ 'rewards.create': () => refuse('rewards_full', { params: { finish: 96 } }) })
  await user.click(screen.getByRole('button', { name: 'Add to shop' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'A team can have at most 96 rewards',
  )
})
