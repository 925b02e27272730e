import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { callsTo } from '#tests/support/render.tsx'
import { renderComposer } from '#tests/support/render-composer.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { emptyPostDraft } from '../composer/post-drafts.ts'

beforeEach(() => localStorage.clear())
const config = makeConfig()
const maria = makePerson({ first_name: 'Maria', last_name: 'Silva' })
const anniversary: OutputOf<'profiles.thanks_prompt'> = {
  introductions: null,
  date: {
    user: maria,
    kind: 'anniversary',
    date: '2026-03-05',
    years: 3,
    visibility: 'everyone' as const,
  },
  is_tomorrow: true,
  department: null,
}
const renderPrompt = (prompt = anniversary) =>
  renderComposer(config, { 'profiles.thanks_prompt': () => prompt })
const anniversaryText = /^Maria Silva will have been on the team for 3 years tomorrow\./

test('the prompt of the week adds the person with a wish', async () => {
  const { user, input } = await renderPrompt()
  expect(callsTo('profiles.thanks_prompt')).toEqual([])
  await user.click(input)
  await screen.findByText(anniversaryText)
  await user.click(screen.getByRole('button', { name: 'Give thanks' }))
  await screen.findByRole('button', { name: 'Remove Maria Silva' })
  expect(input.value).toBe('3 years together, thank you! 🎉 ')
  await user.click(screen.getByRole('button', { name: 'Remove Maria Silva' }))
  expect(screen.queryByText(anniversaryText)).toBeNull()
})

test('a hidden prompt stays hidden in this week', async () => {
  const first = await renderPrompt()
  await first.user.click(first.input)
  await first.user.click(await screen.findByRole('button', { name: 'Hide until next week' }))
  await waitFor(() => expect(screen.queryByText(anniversaryText)).toBeNull())
  cleanup()
  const second = await renderPrompt()
  await second.user.click(second.input)
  await screen.findByLabelText('Add a picture')
  expect(screen.queryByText(anniversaryText)).toBeNull()
})

test('a draft for a whole group gets no prompt about another person', async () => {
  const draft = { ...emptyPostDraft, groups: [{ id: maria.id, name: 'Support', count: 80 }] }
  localStorage.setItem(
    `laurel.draft.${config.workspace.id}.${config.user.id}`,
    JSON.stringify({ at: Date.now(), draft }),
  )
  const { user, input } = await renderPrompt()
  await user.click(input)
  await waitFor(() => expect(callsTo('profiles.thanks_prompt')).toHaveLength(1))
  await screen.findByRole('button', { name: 'Remove Support' })
  expect(screen.queryByText(anniversaryText)).toBeNull()
})

test('a department without thanks leads to its people', async () => {
  const { user, input } = await renderPrompt({
    introductions: null,
    date: null,
    is_tomorrow: false,
    department: { id: maria.id, name: 'Support' },
  })
  await user.click(input)
  await screen.findByText(/^You haven’t thanked anyone in Support lately\./)
  const link = screen.getByRole('link', { name: 'See who’s there' })
  expect(link.getAttribute('href')).toBe(`/groups/${maria.id}`)
})

test('the button says how many points it sends', async () => {
  const { user, composer } = await renderPrompt()
  composer.getByRole('button', { name: 'Send 10' })
  const amount = composer.getByRole('textbox', { name: 'Another amount' })
  await user.type(amount, '25')
  composer.getByRole('button', { name: 'Send 25' })
  await user.type(amount, '.5')
  composer.getByRole('button', { name: 'Send' })
})

test('in the first days, the prompt offers the people to thank first', async () => {
  const nina = makePerson({ first_name: 'Nina', last_name: 'Kraft' })
  const { user, input } = await renderPrompt({
    introductions: { by: nina, people: [maria, nina] },
    date: null,
    is_tomorrow: false,
    department: null,
  })
  await user.click(input)
  await screen.findByText('Nina Kraft introduces you to the people to thank first.')
  await user.click(screen.getByRole('button', { name: 'Thank Maria Silva' }))
  await screen.findByRole('button', { name: 'Remove Maria Silva' })
  expect(input.value).toBe('')
})
