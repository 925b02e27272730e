import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Budget } from '#contract/schemas/budgets.ts'
import type { Celebration, CelebrationPreviewItem } from '#contract/schemas/celebrations.ts'
import type { ReportedSignature } from '#contract/schemas/group-cards.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { exampleTime, makeConfig, makePerson, nextId } from '#tests/support/web-data.ts'
import { makeAudience } from '#tests/support/audience-data.ts'

const makeCelebration = (fields: Partial<Celebration> = {}): Celebration => ({
  kind: 'birthday',
  enabled: false,
  value_id: null,
  points: 0,
  points_by_year: [],
  visibility: 'everyone',
  hour: 9,
  weekends: 'on_day',
  card: false,
  texts: {},
  audience: makeAudience(),
  budget: null,
  coming: { people: 0, points: 0 },
  ...fields,
})
const makeBudget = (fields: Partial<Budget> = {}): Budget => ({
  id: nextId(),
  name: 'Moments',
  period: 'month',
  points: 300,
  funded: 300,
  left: 100,
  carry_over_max: 0,
  owners: [],
  givers: null,
  recipients: makeCelebration().audience,
  period_start: exampleTime,
  period_end: null,
  closed_at: null,
  created_at: exampleTime,
  ...fields,
})
const makeItem = (fields: Partial<CelebrationPreviewItem> = {}): CelebrationPreviewItem => ({
  kind: 'birthday',
  user: makePerson({ first_name: 'Ada', last_name: 'Lind' }),
  date: '2026-09-12',
  posts_on: '2026-09-11',
  years: null,
  points: 20,
  visibility: 'team',
  text: 'Happy birthday, Ada!',
  skipped: null,
  ...fields,
})
const offRules = (['birthday', 'anniversary', 'welcome'] as const).map((kind) =>
  makeCelebration({ kind }),
)

type Data = {
  rules?: Celebration[]
  budgets?: Budget[]
  items?: CelebrationPreviewItem[]
  reports?: ReportedSignature[]
}
const renderCelebrations = ({
  rules = offRules,
  budgets = [],
  items = [],
  reports = [],
}: Data = {}) => {
  let open = reports
  const config = makeConfig()
  return renderApp('/settings/celebrations', {
    config: {
      ...config,
      settings: { ...config.settings, hundred_points: { currency: 'USD', minor: 500 } },
    },
    api: {
      'celebrations.list': () => rules,
      'custom_days.list': () => [],
      'celebrations.year': () => [
        { month: 3, kind: 'anniversary', people: 2, points: 300 },
        { month: 9, kind: 'birthday', people: 1, points: 20 },
      ],
      'celebrations.preview': () => ({ items, next_cursor: null }),
      'group_cards.reported': () => open,
      'group_cards.decide': () => (open = open.slice(1)),
      'budgets.list': () => budgets,
    },
  })
}
const lastUpdate = () => callsTo('celebrations.update').at(-1)
const openForm = async (name: string) => {
  const { user, fill } = await renderCelebrations()
  await user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  return { user, fill, dialog: await findDialog(name) }
}

test('a kind that nobody has set up opens its form before it is switched on', async () => {
  const { user, fill } = await renderCelebrations()
  await user.click(await screen.findByRole('switch', { name: 'Celebrate: Birthdays' }))
  const dialog = await findDialog('Birthdays')
  await fill(dialog.getByRole('textbox', { name: 'Points for each person' }), '25')
  serve({ 'celebrations.update': () => makeCelebration({ enabled: true, points: 25 }) })
  await user.click(dialog.getByRole('button', { name: 'Switch on' }))
  await screen.findByText('Saved.')
  expect(lastUpdate()).toMatchObject({
    params: { kind: 'birthday' },
    body: { enabled: true, points: 25 },
  })
})

test('a changed kind sends only what the form changed', async () => {
  const budget = makeBudget({ name: 'Closed', closed_at: exampleTime })
  const rules = [makeCelebration({ enabled: true, points: 20, budget, texts: { en: ['Cake!'] } })]
  const { user, fill } = await renderCelebrations({ rules, budgets: [budget] })
  await user.click(await screen.findByRole('button', { name: 'Edit Birthdays' }))
  const dialog = await findDialog('Birthdays')
  await fill(dialog.getByRole('textbox', { name: 'Points for each person' }), '25')
  serve({ 'celebrations.update': () => makeCelebration({ points: 25 }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(lastUpdate()?.body).toEqual({ points: 25 })
})

test('a kind that was set up is switched without its form', async () => {
  const rules = [makeCelebration({ points: 20, enabled: true })]
  const { user } = await renderCelebrations({ rules })
  await screen.findByText('Everyone, at 9:00 AM, 20 points, seen by everyone')
  serve({ 'celebrations.update': () => makeCelebration({ points: 20 }) })
  await user.click(screen.getByRole('switch', { name: 'Celebrate: Birthdays' }))
  await waitFor(() => expect(lastUpdate()?.body).toEqual({ enabled: false }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a placeholder is inserted at the caret and filled in the preview', async () => {
  const { user, fill, dialog } = await openForm('Birthdays')
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text 1' })
  await within(dialog.getByRole('figure')).findByText(/^Happy birthday, Maria!/)
  await fill(field, 'Cake for !')
  field.setSelectionRange(9, 9)
  await user.click(dialog.getByRole('button', { name: 'Full name' }))
  expect(field.value).toBe('Cake for {name}!')
  expect([field.selectionStart, document.activeElement]).toEqual([15, field])
  within(dialog.getByRole('figure')).getByText('Cake for Maria Santos!')
  expect(dialog.queryByRole('button', { name: 'Years' })).toBeNull()
  serve({ 'celebrations.update': () => makeCelebration() })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastUpdate()?.body).toMatchObject({ texts: { en: [field.value] } }))
})

test('a language without texts shows those of the team', async () => {
  const { user, fill, dialog } = await openForm('Birthdays')
  await fill(dialog.getByRole('textbox', { name: 'Text 1' }), 'Cake for {first_name}!')
  await user.click(dialog.getByText('Русский'))
  dialog.getByText('Without a text here, people get the texts in English.')
  await within(dialog.getByRole('figure')).findByText('Cake for Мария!')
})

test('points by year start with usual years and reject repeated and invalid ones', async () => {
  const { user, fill, dialog } = await openForm('Work anniversaries')
  await user.click(dialog.getByRole('button', { name: 'Start with 1, 3, 5 and 10 years' }))
  await fill(dialog.getByRole('textbox', { name: 'Years, row 2' }), '1')
  await fill(dialog.getByRole('textbox', { name: 'Points, row 3' }), '10,001')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This year is already listed')
  dialog.getByText('Must be between 0 and 10,000')
  expect(lastUpdate()).toBeUndefined()
  await user.click(dialog.getByRole('button', { name: 'Remove row 3' }))
  await fill(dialog.getByRole('textbox', { name: 'Years, row 2' }), '2')
  await user.click(dialog.getByRole('button', { name: 'Add a year' }))
  await fill(dialog.getByRole('textbox', { name: 'Years, row 4' }), '25')
  await fill(dialog.getByRole('textbox', { name: 'Points, row 4' }), '900')
  serve({ 'celebrations.update': () => makeCelebration({ kind: 'anniversary' }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(lastUpdate()?.body?.points_by_year).toEqual([
      { years: 1, points: 50 },
      { years: 2, points: 100 },
      { years: 10, points: 500 },
      { years: 25, points: 900 },
    ]),
  )
})

test('a card warns about a budget that is closed or too small', async () => {
  const [low, closed] = [
    makeBudget({ left: 50 }),
    makeBudget({ name: 'Welcome', closed_at: exampleTime }),
  ]
  const on = (kind: Celebration['kind'], budget: Budget, points: number) =>
    makeCelebration({ kind, enabled: true, points: 20, budget, coming: { people: 2, points } })
  await renderCelebrations({
    rules: [on('birthday', low, 30), on('anniversary', low, 40), on('welcome', closed, 20)],
    budgets: [low, closed],
  })
  const warnings = await screen.findAllByText(/50 left, 70 needed in the next 30 days/)
  expect(warnings).toHaveLength(2)
  screen.getByText(/^The budget Welcome is closed/)
})

test('the year has people, points and cost of each month', async () => {
  await renderCelebrations({ rules: [makeCelebration({ enabled: true, points: 20 })] })
  const row = await screen.findByRole('row', { name: /^Mar/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0', '2', '300', '$15'])
  screen.getByRole('row', { name: /^Total 1 2 320 \$16/ })
})

test('coming celebrations say the day of the post, its readers and who is on leave', async () => {
  await renderCelebrations({
    rules: [makeCelebration({ enabled: true, points: 20 })],
    items: [makeItem(), makeItem({ skipped: 'away', user: makePerson({ first_name: 'Bo' }) })],
  })
  await screen.findByText('Post on Sep 11 · Manager, peers and reports')
  screen.getByText('On leave: no post')
  expect(screen.getAllByText('Happy birthday, Ada!')).toHaveLength(1)
})

test('a card to sign is switched on with the form', async () => {
  const { user, dialog } = await openForm('Birthdays')
  await user.click(dialog.getByRole('switch', { name: /Card to sign/ }))
  serve({ 'celebrations.update': () => makeCelebration({ card: true }) })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(lastUpdate()?.body).toMatchObject({ card: true }))
})

const makeReport = (): ReportedSignature => ({
  card_id: nextId(),
  person: makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' }),
  occasion: { kind: 'birthday' },
  date: '2026-09-06',
  user: makePerson({ first_name: 'Bo', last_name: 'Berg', name: 'Bo Berg' }),
  text: 'Not kind at all',
  picture: { url: null },
  created_at: exampleTime,
  reported_at: exampleTime,
})

test('an administrator removes a reported signature, and the list disappears', async () => {
  const { user } = await renderCelebrations({ reports: [makeReport()] })
  await screen.findByText('Not kind at all')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Not kind at all')).toBeNull())
  expect(callsTo('group_cards.decide').at(-1)?.body).toEqual({ remove: true })
  expect(screen.queryByText('Reported signatures')).toBeNull()
})

test('a report that somebody else has decided leaves the list', async () => {
  const { user } = await renderCelebrations({ reports: [makeReport()] })
  await screen.findByText('Not kind at all')
  serve({
    'group_cards.decide': () => refuse('not_found'),
    'group_cards.reported': () => [],
  })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await screen.findByRole('alert')
  await waitFor(() => expect(screen.queryByText('Not kind at all')).toBeNull())
})
