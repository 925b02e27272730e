import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exampleTime, makeConfig, makePermissions } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  neverAnswer,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'

const recoveryCodes = ['abcd-efgh-2345', 'wxyz-mnpq-6789']

/** Renders the account page; the authenticator app is on with `codesLeft`, off with null. */
async function renderTwoFactor(codesLeft: number | null) {
  let left = codesLeft
  return renderApp('/edit-profile', {
    config: makeConfig({ permissions: makePermissions() }),
    api: {
      'inbox.preferences': neverAnswer,
      'auth.list_sessions': neverAnswer,
      'calendar.get': neverAnswer,
      'oauth.list': () => [],
      'tokens.list': neverAnswer,
      'second_factor.get': () => ({
        on: left !== null,
        since: left === null ? null : exampleTime,
        recovery_codes_left: left ?? 0,
      }),
      'second_factor.start': () => ({
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Laurel?secret=JBSWY3DPEHPK3PXP',
      }),
      'second_factor.confirm': () => {
        left = recoveryCodes.length
        return { recovery_codes: recoveryCodes }
      },
    },
  })
}

test('an authenticator app is added and its recovery codes are shown', async () => {
  const { user, fill } = await renderTwoFactor(null)
  await user.click(await screen.findByRole('button', { name: 'Add an app' }))
  const dialog = await findDialog('Add an app')
  dialog.getByText('JBSW Y3DP EHPK 3PXP')
  await fill(dialog.getByLabelText('The six digits the app shows now'), '123456')
  await user.click(dialog.getByRole('button', { name: 'Turn on' }))
  const codes = await findDialog('Save your recovery codes')
  for (const code of recoveryCodes) codes.getByText(code)
  await user.click(codes.getByRole('button', { name: 'I’ve saved them' }))
  await screen.findByText('2 recovery codes left')
  expect(callsTo('second_factor.confirm').map(({ body }) => body.code)).toEqual(['123456'])
})

test('a wrong code is refused at its field and the secret stays', async () => {
  const { user, fill } = await renderTwoFactor(null)
  serve({ 'second_factor.confirm': () => refuse('second_factor_invalid', { field: 'code' }) })
  await user.click(await screen.findByRole('button', { name: 'Add an app' }))
  const dialog = await findDialog('Add an app')
  const code = dialog.getByLabelText('The six digits the app shows now')
  await fill(code, '000000')
  await user.click(dialog.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(code)
  dialog.getByText('JBSW Y3DP EHPK 3PXP')
})

test('few recovery codes show a warning', async () => {
  await renderTwoFactor(2)
  await screen.findByText(/Make new ones before they run out/)
})
