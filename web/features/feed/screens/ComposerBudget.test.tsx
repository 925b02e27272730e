import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { configQuery } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { callsTo, loseConnection, refuse, serve } from '#tests/support/render.tsx'
import { renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makePost } from '#tests/support/web-data.ts'

const operations = {
  id: '00000000-0000-7000-8000-0000000000b1',
  name: 'Operations',
  left: 320,
  period_end: null,
  owned: true,
}

/** Renders the composer with a text for a colleague. */
async function renderDraft(budgets = [operations]) {
  const app = await renderComposer(makeConfig({ has_budgets: true }), {
    'profiles.budgets': () => budgets,
  })
  await app.user.type(app.input, '@Cam')
  await screen.findByRole('option', { name: /Camille Durand/ })
  await app.user.keyboard('{Enter}')
  await app.user.type(app.input, 'for the help')
  return app
}
async function sendWithFirstValue({ user, composer }: Awaited<ReturnType<typeof renderDraft>>) {
  await user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  const [first] = within(question).getAllByRole('button')
  if (first) await user.click(first)
}

test('a post can be paid from a budget', async () => {
  const app = await renderDraft()
  const source = await app.composer.findByLabelText('Points from')
  await app.user.selectOptions(source, 'Operations · 320 left')
  await app.composer.findByText('Uses 10 · 310 left')
  await sendWithFirstValue(app)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]?.body).toMatchObject({ budget_id: operations.id })
})

test('a budget that is no longer available is named and the draft stays', async () => {
  const app = await renderDraft()
  await app.user.selectOptions(await app.composer.findByLabelText('Points from'), operations.id)
  serve({ 'posts.create': () => refuse('budget_unavailable', { field: 'budget_id' }) })
  await sendWithFirstValue(app)
  await app.composer.findByText('You can no longer give points from this budget')
  expect(app.input.value).toContain('for the help')
})

test('people without a budget see no choice', async () => {
  const { composer } = await renderDraft([])
  await waitFor(() => expect(callsTo('profiles.budgets')).toHaveLength(1))
  expect(composer.queryByLabelText('Points from')).toBeNull()
})

test('points that others give keep the key of a failed attempt', async () => {
  const app = await renderDraft()
  await app.user.selectOptions(await app.composer.findByLabelText('Points from'), operations.id)
  serve({ 'posts.create': loseConnection })
  await sendWithFirstValue(app)
  const again = await app.composer.findByRole('button', { name: 'Send again' })
  serve({
    'profiles.budgets': () => [{ ...operations, left: 310 }],
    'posts.create': () => refuse('budget_overdrawn', { params: { left: 310 } }),
  })
  await app.client.invalidateQueries({ queryKey: queryKey('budgets') })
  await app.composer.findByText('Uses 10 · 300 left')
  await app.user.click(again)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(2))
  const [first, second] = callsTo('posts.create')
  expect(second?.key).toBe(first?.key)
})

test('a lost attempt that used the last points can be sent again', async () => {
  const app = await renderDraft([])
  serve({ 'posts.create': loseConnection })
  await sendWithFirstValue(app)
  const again = await app.composer.findByRole('button', { name: 'Send again' })
  act(() => {
    app.client.setQueryData(
      configQuery.queryKey,
      (old) => old && { ...old, allowance: { ...old.allowance, score_remaining: 0 } },
    )
  })
  serve({ 'posts.create': () => ({ ...makePost({}), milestone: null }) })
  await app.user.click(again)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(2))
  const [first, second] = callsTo('posts.create')
  expect(second?.key).toBe(first?.key)
  await waitFor(() => expect(app.input.value).toBe(''))
})

test('a draft whose budget is gone can be paid from the allowance', async () => {
  const app = await renderDraft()
  await app.user.selectOptions(await app.composer.findByLabelText('Points from'), operations.id)
  serve({ 'profiles.budgets': () => [] })
  act(() => {
    app.client.setQueryData(configQuery.queryKey, (old) => old && { ...old, has_budgets: false })
  })
  await app.client.invalidateQueries({ queryKey: queryKey('budgets') })
  await app.user.selectOptions(await app.composer.findByLabelText('Points from'), '')
  await sendWithFirstValue(app)
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
  expect(callsTo('posts.create')[0]?.body.budget_id).toBeUndefined()
})
