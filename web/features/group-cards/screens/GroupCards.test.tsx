import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { callsTo, refuse, renderApp } from '#tests/support/render.tsx'
import { exampleTime, makeConfig, makePerson, nextId } from '#tests/support/web-data.ts'

const ada = makePerson({ first_name: 'Ada', last_name: 'Lind', name: 'Ada Lind' })
const bo = makePerson({ first_name: 'Bo', last_name: 'Berg', name: 'Bo Berg' })
const config = makeConfig()
const makeCard = (fields: Partial<GroupCard> = {}): GroupCard => ({
  id: nextId(),
  user: ada,
  occasion: { kind: 'birthday' },
  date: '2026-09-06',
  delivered_at: null,
  signed: false,
  signature_count: 1,
  signatures: [
    {
      user: bo,
      text: 'All the best',
      picture: { url: null },
      hidden: false,
      reported: false,
      created_at: exampleTime,
    },
  ],
  abilities: { sign: true, hide: false },
  ...fields,
})

test('a colleague signs a card and sees the signature at once', async () => {
  let card = makeCard()
  const signature = {
    user: config.user,
    text: 'Happy birthday!',
    picture: { url: null },
    hidden: false,
    reported: false,
    created_at: exampleTime,
  }
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.sign': () =>
        (card = { ...card, signed: true, signatures: [...card.signatures, signature] }),
    },
  })
  await screen.findByRole('heading', { name: 'A card for Ada Lind' })
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  expect(callsTo('group_cards.sign')).toHaveLength(0)
  await user.type(screen.getByRole('textbox', { name: 'Your words' }), 'Happy birthday!')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  const notes = await screen.findByRole('list', { name: 'Signatures' })
  await within(notes).findByText('Happy birthday!')
  expect(callsTo('group_cards.sign')[0]?.body).toEqual({ text: 'Happy birthday!' })
})

test('the form of a signature names a person without a first name', async () => {
  const card = makeCard({ user: makePerson({ first_name: '', last_name: '', name: 'kim.berg' }) })
  await renderApp(`/group-cards/${card.id}`, { config, api: { 'group_cards.get': () => card } })
  const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your words' })
  expect(words.placeholder).toContain('kim.berg')
})

test('words for one card are not on the next card', async () => {
  const cards = [makeCard(), makeCard({ user: bo })]
  const [first = makeCard(), second = first] = cards
  const { router, user } = await renderApp(`/group-cards/${second.id}`, {
    config,
    api: { 'group_cards.get': ({ params }) => cards.find(({ id }) => id === params.id) ?? first },
  })
  const openCard = (id: string) =>
    act(() => router.navigate({ to: '/group-cards/$id', params: { id } }))
  await screen.findByRole('heading', { name: 'A card for Bo Berg' })
  await openCard(first.id)
  await screen.findByRole('heading', { name: 'A card for Ada Lind' })
  await user.type(screen.getByRole('textbox', { name: 'Your words' }), 'Dear Ada')
  await openCard(second.id)
  await screen.findByRole('heading', { name: 'A card for Bo Berg' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your words' }).value).toBe('')
})

test('a card that was delivered in the meantime keeps the words', async () => {
  const card = makeCard()
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.sign': () => refuse('card_delivered'),
    },
  })
  const field = await screen.findByRole('textbox', { name: 'Your words' })
  await user.type(field, 'Too late')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText('This card has already been delivered')
  expect((field as HTMLTextAreaElement).value).toBe('Too late')
})

test('the person of a card hides a signature', async () => {
  let card = makeCard({ delivered_at: exampleTime, abilities: { sign: false, hide: true } })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.hide': () =>
        (card = {
          ...card,
          signatures: card.signatures.map((one) => ({ ...one, hidden: true })),
        }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  await screen.findByRole('button', { name: 'Show again' })
  expect(callsTo('group_cards.hide')[0]?.body).toEqual({ hidden: true })
  expect(screen.queryByRole('textbox', { name: 'Your words' })).toBeNull()
})

test('the list has the cards to sign and those received', async () => {
  const card = makeCard()
  await renderApp('/group-cards', {
    config,
    api: {
      'group_cards.list': ({ query }) => (query['filter'] === 'to_sign' ? [card] : []),
    },
  })
  const link = await screen.findByRole('link', { name: /Ada Lind/ })
  expect(link.getAttribute('href')).toBe(`/group-cards/${card.id}`)
  await waitFor(() => screen.getByText('No cards yet'))
})

test('the person of a card reports a signature after a confirmation', async () => {
  let card = makeCard({ delivered_at: exampleTime, abilities: { sign: false, hide: true } })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.report': () =>
        (card = {
          ...card,
          signatures: card.signatures.map((one) => ({ ...one, hidden: true, reported: true })),
        }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  expect(callsTo('group_cards.report')).toHaveLength(0)
  const dialog = await screen.findByRole('dialog', { name: 'Report this signature?' })
  await user.click(within(dialog).getByRole('button', { name: 'Report' }))
  await screen.findByText('Reported')
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
})

test('a colleague adds a picture, which is saved after the words', async () => {
  let card = makeCard({ signatures: [] })
  const mine = { user: config.user, text: 'Hello', hidden: false, reported: false }
  const withPicture = (url: string | null) =>
    (card = {
      ...card,
      signed: true,
      signatures: [{ ...mine, picture: { url }, created_at: exampleTime }],
    })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.sign': () => withPicture(null),
      'group_cards.picture': () => withPicture('/files/picture.webp'),
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Your words' }), 'Hello')
  const file = new File(['x'], 'party.png', { type: 'image/png' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as never, file)
  await screen.findByRole('img', { name: 'Chosen picture' })
  expect(callsTo('group_cards.picture')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByRole('img', { name: /^Picture from/ })
  expect(callsTo('group_cards.sign')).toHaveLength(1)
  expect(callsTo('group_cards.picture')).toHaveLength(1)
})

test('a refused picture of a first signature says why below the saved words', async () => {
  let card = makeCard({ signatures: [] })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.sign': () => {
        const mine = { user: config.user, text: 'Hello', hidden: false, reported: false }
        const signature = { ...mine, picture: { url: null }, created_at: exampleTime }
        return (card = { ...card, signed: true, signatures: [signature] })
      },
      'group_cards.picture': () => refuse('file_unreadable', { field: 'file' }),
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Your words' }), 'Hello')
  const file = new File(['x'], 'party.png', { type: 'image/png' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as never, file)
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByRole('button', { name: 'Save' })
  await waitFor(() => expect(callsTo('group_cards.picture')).toHaveLength(1))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})

test('a removed signature also removes its words and picture from the form', async () => {
  const mine = { user: config.user, text: 'Hello', hidden: false, reported: false }
  const signature = { ...mine, picture: { url: '/files/p.webp' }, created_at: exampleTime }
  let card = makeCard({ signed: true, signatures: [signature] })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.unsign': () => (card = { ...card, signed: false, signatures: [] }),
    },
  })
  const field = await screen.findByRole('textbox', { name: 'Your words' })
  const file = new File(['x'], 'party.png', { type: 'image/png' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as never, file)
  await user.click(screen.getByRole('button', { name: 'Remove my signature' }))
  await screen.findByRole('button', { name: 'Sign' })
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''))
  expect(screen.queryByRole('img', { name: 'Chosen picture' })).toBeNull()
})

test('a colleague removes a signature from a delivered card', async () => {
  const mine = { user: config.user, text: 'Hello', hidden: false, reported: false }
  const signature = { ...mine, picture: { url: null }, created_at: exampleTime }
  let card = makeCard({
    delivered_at: exampleTime,
    signed: true,
    signatures: [signature],
    abilities: { sign: false, hide: false },
  })
  const { user } = await renderApp(`/group-cards/${card.id}`, {
    config,
    api: {
      'group_cards.get': () => card,
      'group_cards.unsign': () => (card = { ...card, signed: false, signatures: [] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove my signature' }))
  expect(callsTo('group_cards.unsign')).toHaveLength(0)
  const dialog = await screen.findByRole('dialog', { name: 'Remove my signature' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove my signature' }))
  await waitFor(() => expect(screen.queryByText('Hello')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Remove my signature' })).toBeNull()
})

test('a card that is delivered while the list is open appears in it', async () => {
  let received: GroupCard[] = []
  await renderApp('/group-cards', {
    config,
    api: {
      'group_cards.list': ({ query }) => (query['filter'] === 'received' ? received : []),
    },
  })
  await screen.findByText('No cards yet')
  received = [makeCard({ user: config.user, delivered_at: exampleTime })]
  const otherTab = new BroadcastChannel(`laurel.live.${config.workspace.id}.${config.user.id}`)
  otherTab.postMessage(['inbox'])
  await screen.findByRole('link', { name: /1 signature/ })
  otherTab.close()
})
