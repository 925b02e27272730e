import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AwardGift } from '#contract/schemas/awards.ts'
import { makeGift, makeOwnAward, makeSummary } from '#tests/support/award-data.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { makeConfig, makePermissions, makePerson, makePost } from '#tests/support/web-data.ts'

const rosa = makePerson({ first_name: 'Rosa', last_name: 'Park', name: 'Rosa Park' })
const member = makeConfig({ permissions: makePermissions(), has_awards: true })
const toPage = (items: AwardGift[]) => ({ items, next_cursor: null })
const noDelegate = { delegate: null, starts_on: null, ends_on: null }
const bright = makeOwnAward({
  name: 'Bright idea',
  points_min: 50,
  points_max: 200,
  yearly_max: 2,
  steps: [{ from_points: 100, approver: 'giver_manager' }],
})

/** Renders the awards of a member. The gifts of a list are those whose filter matches. */
const render = (path: string, summary = makeSummary({ can_give: true }), gifts: AwardGift[] = []) =>
  renderApp(path, {
    config: member,
    api: {
      'awards.summary': () => summary,
      'awards.available': () => [bright],
      'awards.gifts': () => toPage(gifts),
      'people.list': () => toFoundPeople(rosa),
      'profiles.approval_delegate': () => noDelegate,
    },
  })
const waiting = makeGift({ can_decide: true, budget: { id: rosa.id, name: 'Support' } })
const renderOpen = () => render('/awards', makeSummary({ can_give: true, to_decide: 1 }), [waiting])

test('a giver chooses people and points and sees which approval they need', async () => {
  const { user, fill, router } = await render('/awards')
  await user.click(await screen.findByRole('button', { name: /Bright idea/ }))
  const dialog = await findDialog('Give: Bright idea')
  dialog.getByText('Given at once, without approval.')
  dialog.getByText('Up to 2 times a year per person')
  await user.click(dialog.getByRole('button', { name: 'Give' }))
  await dialog.findByText('Choose someone')
  dialog.getByText('Say in a few words what it is for')
  expect(callsTo('awards.give')).toHaveLength(0)
  await user.click(dialog.getByRole('combobox', { name: 'Who gets it' }))
  const option = await dialog.findByRole('option', { name: /^Rosa Park/ })
  // Nobody gives an award to themselves.
  expect(dialog.getAllByRole('option')).toEqual([option])
  await user.click(option)
  fireEvent.change(dialog.getByRole('slider'), { target: { value: '150' } })
  dialog.getByText(/^Needs approval: Giver’s manager/)
  await fill(dialog.getByRole('textbox', { name: 'What for' }), 'The new sign-up page')
  dialog.getByText('20 of 1,000 characters')
  serve({ 'awards.give': () => makeGift() })
  await user.click(dialog.getByRole('button', { name: 'Send for approval' }))
  await screen.findByText('Sent for approval.')
  expect(callsTo('awards.give').at(-1)?.body).toEqual({
    award_id: bright.id,
    to_ids: [rosa.id],
    points: 150,
    text: 'The new sign-up page',
  })
  expect(router.state.location.search).toEqual({ tab: 'given' })
})

test('points beyond the range stay in the form', async () => {
  const { user, fill } = await render('/awards')
  await user.click(await screen.findByRole('button', { name: /Bright idea/ }))
  const dialog = await findDialog('Give: Bright idea')
  await fill(dialog.getByRole('textbox', { name: 'Points' }), '300')
  await user.click(dialog.getByRole('button', { name: 'Send for approval' }))
  await dialog.findByText('Choose from 50 to 200 points')
  expect(callsTo('awards.give')).toHaveLength(0)
})

test('a refused receiver appears at the field', async () => {
  const { user, fill } = await render('/awards')
  await user.click(await screen.findByRole('button', { name: /Bright idea/ }))
  const dialog = await findDialog('Give: Bright idea')
  await user.click(dialog.getByRole('combobox', { name: 'Who gets it' }))
  await user.click(await dialog.findByRole('option', { name: /^Rosa Park/ }))
  await fill(dialog.getByRole('textbox', { name: 'What for' }), 'The new page')
  serve({ 'awards.give': () => refuse('award_yearly', { field: 'to_ids', params: { finish: 2 } }) })
  await user.click(dialog.getByRole('button', { name: 'Give' }))
  await dialog.findByText('Awards a person can get in a year: 2. Someone here has them all')
})

test('open decisions come first, and an approved gift leaves the list at once', async () => {
  const { user } = await renderOpen()
  await screen.findByRole('link', { name: waiting.award.name })
  screen.getByText('Support')
  screen.getByText('Waiting for Mara Voss')
  serve({
    'awards.decide': () => ({ ...waiting, status: 'approved' as const, can_decide: false }),
    'awards.gifts': () => toPage([]),
    'awards.summary': () => makeSummary({ can_give: true, has_decided: true }),
  })
  await user.click(screen.getByRole('button', { name: /^Approve/ }))
  await screen.findByText('Award approved.')
  await screen.findByRole('heading', { name: 'All decided' })
  expect(callsTo('awards.decide').at(-1)).toMatchObject({
    params: { id: waiting.id },
    body: { approve: true, step: 0 },
  })
})

test('a gift that somebody else has decided says so and leaves the list', async () => {
  const { user } = await renderOpen()
  const approve = await screen.findByRole('button', { name: /^Approve/ })
  serve({
    'awards.decide': () => refuse('award_decided'),
    'awards.gifts': () => toPage([]),
  })
  await user.click(approve)
  await screen.findByText('Someone has already decided this award')
  await screen.findByRole('heading', { name: 'All decided' })
})

test('a failed approval puts the gift back', async () => {
  const { user } = await renderOpen()
  serve({ 'awards.decide': () => refuse('budget_overdrawn', { params: { left: 3 } }) })
  await user.click(await screen.findByRole('button', { name: /^Approve/ }))
  await screen.findByRole('alert')
  await screen.findByRole('link', { name: waiting.award.name })
})

test('an approver of two steps sends another key for the second one', async () => {
  let gift = makeGift({ can_decide: true, steps: 2 })
  const { user } = await renderApp(`/awards/gifts/${gift.id}`, {
    config: member,
    api: {
      'awards.gift': () => gift,
      'awards.decide': ({ body }) => (gift = { ...gift, steps_done: body.step + 1 }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Approve/ }))
  await screen.findByText(/step 2 of 2/i)
  await user.click(screen.getByRole('button', { name: /^Approve/ }))
  await waitFor(() => expect(callsTo('awards.decide')).toHaveLength(2))
  const [first, second] = callsTo('awards.decide')
  expect(second?.body.step).toBe(1)
  expect(second?.key).not.toBe(first?.key)
})

test('the pages of two gifts send their approvals with different keys', async () => {
  const gifts = [makeGift({ can_decide: true }), makeGift({ can_decide: true })]
  const [first = waiting, second = first] = gifts
  const { router, user } = await renderApp(`/awards/gifts/${second.id}`, {
    config: member,
    api: {
      'awards.gift': ({ params }) => gifts.find(({ id }) => id === params.id) ?? first,
      'awards.decide': () => refuse('unavailable'),
    },
  })
  const approve = async (n: number) => {
    await user.click(await screen.findByRole('button', { name: /^Approve/ }))
    await waitFor(() => expect(callsTo('awards.decide')).toHaveLength(n))
  }
  const open = ({ id }: AwardGift) =>
    act(() => router.navigate({ to: '/awards/gifts/$id', params: { id } }))
  await screen.findByRole('button', { name: /^Approve/ })
  await open(first)
  await approve(1)
  await open(second)
  await approve(2)
  const calls = callsTo('awards.decide')
  expect(calls.map(({ params }) => params.id)).toEqual([first.id, second.id])
  expect(calls[1]?.key).not.toBe(calls[0]?.key)
})

test('a decline needs a reason', async () => {
  const { user, fill } = await renderOpen()
  await user.click(await screen.findByRole('button', { name: /^Decline/ }))
  const dialog = await findDialog(`Decline ${waiting.award.name}?`)
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await dialog.findByText('Say why, so the giver can learn from it')
  expect(callsTo('awards.decide')).toHaveLength(0)
  await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'After the launch')
  serve({ 'awards.decide': () => ({ ...waiting, status: 'declined' as const }) })
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await screen.findByText('Award declined.')
  expect(callsTo('awards.decide').at(-1)?.body).toEqual({
    approve: false,
    step: 0,
    reason: 'After the launch',
  })
})

test('a giver reads the reason of a decline and withdraws a waiting gift', async () => {
  const own = makeGift({ giver: { ...makePerson(), id: member.user.id } })
  const declined = makeGift({ status: 'declined', decline_reason: 'After the launch' })
  const { user } = await render('/awards?tab=given', makeSummary({ has_given: true }), [
    own,
    declined,
  ])
  await screen.findByText('After the launch')
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }))
  const dialog = await findDialog(/^Withdraw/)
  serve({ 'awards.withdraw': () => ({ ...own, status: 'withdrawn' as const }) })
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('Award withdrawn.')
})

test('an approver chooses a colleague for some days', async () => {
  const { user } = await renderOpen()
  await user.click(await screen.findByRole('button', { name: 'Choose a colleague' }))
  const dialog = await findDialog('Choose a colleague')
  await user.click(dialog.getByRole('combobox', { name: 'Colleague' }))
  await user.click(await dialog.findByRole('option', { name: /^Rosa Park/ }))
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2099-06-01' } })
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2099-05-01' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('The last day is in the past or before the first')
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2099-06-09' } })
  serve({
    'profiles.set_approval_delegate': () => ({
      delegate: rosa,
      starts_on: '2099-06-01',
      ends_on: '2099-06-09',
    }),
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Rosa Park decides in your place from Jun 1, 2099 to Jun 9, 2099.')
  expect(callsTo('profiles.set_approval_delegate').at(-1)?.body).toEqual({
    delegate: { user_id: rosa.id, starts_on: '2099-06-01', ends_on: '2099-06-09' },
  })
})

test('the page of a gift shows its certificate to the receiver', async () => {
  const gift = makeGift({
    status: 'approved',
    receivers: [{ ...makePerson(), id: member.user.id }],
    approvers: [],
  })
  await renderApp(`/awards/gifts/${gift.id}`, {
    config: member,
    api: { 'awards.gift': () => gift },
  })
  await screen.findByRole('heading', { name: gift.award.name, level: 1 })
  screen.getByRole('button', { name: /^Certificate/ })
})

test('a gift that the reader may not see is not found', async () => {
  await renderApp(`/awards/gifts/${rosa.id}`, {
    config: member,
    api: { 'awards.gift': () => refuse('not_found') },
  })
  await screen.findByRole('heading', { name: 'Nothing to see here' })
})

test('the menu links the awards only for people who have some', async () => {
  const { client, user } = await render('/awards', makeSummary())
  await screen.findByRole('heading', { name: 'No awards yet' })
  await user.click(screen.getByRole('button', { name: /^Menu for/ }))
  const menu = within(await screen.findByRole('menu'))
  await menu.findByRole('menuitem', { name: 'My profile' })
  await waitFor(() => expect(callsTo('awards.summary').length).toBeGreaterThan(0))
  expect(menu.queryByRole('menuitem', { name: 'Awards' })).toBeNull()
  serve({ 'awards.summary': () => makeSummary({ can_give: true, to_decide: 3 }) })
  await client.invalidateQueries({ queryKey: queryKey('award_gifts') })
  const item = await menu.findByRole('menuitem', { name: 'Awards 3 waiting for your decision' })
  expect(item.getAttribute('href')).toBe('/awards')
})

test.each([true, false])('the post of an award links its certificate: receiver %s', async (own) => {
  const receiver = own ? { ...makePerson(), id: member.user.id } : rosa
  const post = makePost({
    from: null,
    from_id: null,
    to: [receiver],
    to_id: [receiver.id],
    occasion: { kind: 'award', name: 'Bright idea' },
  })
  const { user } = await renderApp(`/posts/${post.id}`, {
    config: member,
    api: { 'posts.get': () => post, 'posts.comments': () => ({ items: [], next_cursor: null }) },
  })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  const link = screen.queryByRole('menuitem', { name: 'Certificate' })
  expect(link?.getAttribute('href') ?? null).toBe(own ? '/awards?tab=received' : null)
})
