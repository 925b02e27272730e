import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedMember } from '#contract/schemas/users.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeMember } from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const pending = () =>
  makeMember({
    first_name: 'Paula',
    last_name: 'Pending',
    name: 'Paula Pending',
    email: 'wrong@example.test',
    state: 'pending',
    abilities: { ...makeMember().abilities, change_email: true, resend: true, adjust: false },
  })

/** Renders the team with one member, whom edits change as on the server. */
async function renderMember(member: ListedMember) {
  let current: ListedMember | null = member
  const app = await renderApp('/settings/team', {
    api: {
      'users.list': ({ query: { search, state } }) => {
        const isFound = !search?.includes('nobody') && (!state || state === current?.state)
        const counts = { pending: 0, accepted: 0, deactivated: 0 }
        if (current?.state === 'deactivated') counts.deactivated = 1
        else if (current?.state === 'accepted') counts.accepted = 1
        else if (current) counts.pending = 1
        return { items: current && isFound ? [current] : [], next_cursor: null, counts }
      },
      'users.update': ({ body: { email, state } }) => {
        if (email === 'admin@laurel.example') return refuse('email_taken', { field: 'email' })
        current = {
          ...member,
          email: email ?? current?.email ?? '',
          state: state ?? member.state,
          abilities: { ...member.abilities, reactivate: state === 'deactivated' },
        }
        return current
      },
      'users.delete': () => {
        current = null
      },
    },
  })
  const choose = async (action: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${member.name}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: action }))
  }
  const confirm = async (action: string) => {
    await app.user.click((await findDialog()).getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const row = () => within(screen.getByText(member.name).closest('tr') ?? document.body)
  return { ...app, choose, confirm, row }
}
const stateCounts = () =>
  within(screen.getByRole('group', { name: 'Status' }))
    .getAllByRole('button')
    .map((one) => one.textContent)

test('an invite that has just gone out is resent later', async () => {
  const { choose } = await renderMember(pending())
  serve({ 'users.invite': () => refuse('too_many', { retry_after_s: 40 }) })
  await choose('Resend invite')
  await screen.findByText('An invite has just gone out. Try again in 40 seconds.')
  serve({ 'users.invite': pending })
  await choose('Resend invite')
  await screen.findByText('A new invite is on its way to wrong@example.test.')
})

test('the address of an invite is corrected, and a taken one refused', async () => {
  const { choose, row, user, fill } = await renderMember(pending())
  await choose('Edit')
  const dialog = await findDialog()
  await fill(dialog.getByLabelText('Email'), 'admin@laurel.example')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('User with this email already exists')
  await fill(dialog.getByLabelText('Email'), 'paula@example.test')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  row().getByText('paula@example.test')
})

test('a canceled invite is sent again by reactivating the person', async () => {
  const { choose, confirm, row } = await renderMember(pending())
  row().getByText('Invited')
  await choose('Cancel invite')
  await confirm('Cancel invite')
  row().getByText('Deactivated')
  await choose('Reactivate')
  await confirm('Reactivate')
  row().getByText('Invited')
  expect(callsTo('users.update').map(({ body }) => body)).toEqual([
    { state: 'deactivated' },
    { state: 'pending' },
  ])
})

test('a deactivated member counts as deactivated', async () => {
  const { choose, confirm, row } = await renderMember(makeMember())
  expect(stateCounts()).toEqual(['All 1', 'Invited 0', 'Active 1', 'Deactivated 0'])
  await choose('Deactivate')
  await confirm('Deactivate')
  row().getByText('Deactivated')
  expect(stateCounts()).toEqual(['All 1', 'Invited 0', 'Active 0', 'Deactivated 1'])
})

test('deleting a member warns that it is final and removes the row', async () => {
  const member = makeMember()
  const { choose, confirm } = await renderMember(member)
  await choose('Delete')
  const dialog = await findDialog(`Delete ${member.name} for good?`)
  dialog.getByText(/You can’t undo this\.$/)
  await confirm('Delete for good')
  expect(screen.queryByText(member.name)).toBeNull()
  expect(callsTo('users.delete').map(({ params }) => params.id)).toEqual([member.id])
})

test('a search without a match can be cleared', async () => {
  const { user, fill } = await renderMember(makeMember())
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  await fill(search, 'nobody like that')
  await screen.findByRole('heading', { name: 'No one found' })
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Show everyone' }))
  await screen.findByText('Camille Durand')
  expect(search.value).toBe('')
})

test('the menu to add people explains each way', async () => {
  const { user } = await renderMember(makeMember())
  await user.click(screen.getByRole('button', { name: 'Add people' }))
  await screen.findByRole('menuitem', { name: /^Import a file/ })
  await expectNoViolations(screen.getByRole('menu'))
})
