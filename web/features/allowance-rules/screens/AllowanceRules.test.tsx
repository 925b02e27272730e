import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AllowanceRule } from '#contract/schemas/allowance-rules.ts'
import { makeConfig, makeGroup, makePerson } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { makeAudience } from '#tests/support/audience-data.ts'

let rulesMade = 0
const makeRule = (fields: Partial<AllowanceRule> = {}): AllowanceRule => ({
  id: `00000000-0000-7000-8000-${String((rulesMade += 1)).padStart(12, '0')}`,
  name: 'Managers',
  audience: makeAudience({ managers_only: true }),
  limit: 200,
  limit_per_post: null,
  extra_per_report: 10,
  people: 42,
  created_at: '2026-03-01T09:00:00.000Z',
  ...fields,
})
const managers = makeRule()
const others = makeRule({ name: 'New colleagues', limit: null, people: 1 })

const renderRules = (rules = [managers, others]) =>
  renderApp('/settings/allowance-rules', {
    config: makeConfig(),
    api: {
      'allowance_rules.list': () => rules,
      'audiences.preview': () => ({ count: 7, people: [makePerson({ name: 'Ada Reed' })] }),
      'groups.list': () => ({ items: [makeGroup({ name: 'Support' })], next_cursor: null }),
      'people.list': () => [],
    },
  })

test('rules are listed in their order with points and people', async () => {
  await renderRules()
  await screen.findByText('200 + 10 for each direct report · 42 people')
  screen.getByText('Unlimited points · 1 person')
  screen.getByText('Everyone else', { selector: 'b' })
  expect(screen.getByRole('button', { name: 'Move Managers up' })).toHaveProperty('disabled', true)
})

test('a rule moves up by one place', async () => {
  const { user } = await renderRules()
  serve({ 'allowance_rules.update': () => others })
  await user.click(await screen.findByRole('button', { name: 'Move New colleagues up' }))
  await waitFor(() =>
    expect(callsTo('allowance_rules.update').at(-1)).toMatchObject({
      params: { id: others.id },
      body: { position: 1 },
    }),
  )
})

test('a new rule is sent with its audience', async () => {
  const { user, fill } = await renderRules([])
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  const dialog = await findDialog('Add a rule')
  await dialog.findByText('7 people match')
  dialog.getByText('Ada Reed and others')
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Support leads')
  await user.click(dialog.getByRole('switch', { name: /^Managers only/ }))
  await user.click(dialog.getByRole('combobox', { name: 'In one of these groups' }))
  await user.click(await dialog.findByRole('option', { name: 'Support · Department' }))
  await fill(dialog.getByRole('textbox', { name: 'Points to give' }), '150')
  await fill(dialog.getByRole('textbox', { name: 'At least this many months here' }), '3')
  serve({ 'allowance_rules.create': () => managers })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rule saved.')
  const body = callsTo('allowance_rules.create').at(-1)?.body
  expect(body).toMatchObject({
    name: 'Support leads',
    limit: 150,
    limit_per_post: null,
    extra_per_report: 0,
    audience: { managers_only: true, tenure_months_from: 3, tenure_months_to: null },
  })
  expect(body?.audience.group_ids).toHaveLength(1)
})

test('a changed rule sends only what the form changed', async () => {
  const { user, fill } = await renderRules()
  await user.click(await screen.findByRole('button', { name: 'Edit Managers' }))
  const dialog = await findDialog('Edit Managers')
  await fill(dialog.getByRole('textbox', { name: 'Points to give' }), '300')
  serve({ 'allowance_rules.update': () => managers })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rule saved.')
  expect(callsTo('allowance_rules.update').at(-1)?.body).toEqual({ limit: 300 })
})

test('errors of a rule appear at their fields', async () => {
  const { user } = await renderRules()
  await user.click(await screen.findByRole('button', { name: 'Edit Managers' }))
  const dialog = await findDialog('Edit Managers')
  serve({ 'allowance_rules.update': () => refuse('audience_empty', { field: 'audience' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This matches no one')
})

test('deleting a rule says what applies afterwards', async () => {
  const { user } = await renderRules()
  await user.click(await screen.findByRole('button', { name: 'Delete Managers' }))
  const dialog = await findDialog('Delete Managers?')
  dialog.getByText(/or the limit of the team/)
  serve({ 'allowance_rules.delete': () => undefined })
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('Rule deleted.')
})

test('the dialog calls a deleted person of the audience a former teammate', async () => {
  const people = [makePerson({ name: '', state: 'deleted' })]
  const rule = makeRule({ audience: { ...managers.audience, people } })
  const { user } = await renderRules([rule])
  await user.click(await screen.findByRole('button', { name: 'Edit Managers' }))
  const dialog = await findDialog('Edit Managers')
  await dialog.findByRole('button', { name: 'Remove Former teammate' })
})
