import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errors } from './errors.ts'

/**
 * The error catalog of the specification (sections 5 and 8): each text appears on a screen where
 * it helps. The test file of such a screen, which expects the text, is named beside it.
 */
const specifiedTexts = {
  'First name is required': 'EditProfileScreen',
  'Last name is required': 'CreateProfileScreen',
  'Please enter a valid telephone number': 'EditProfileScreen',
  'Please enter a valid email address': 'LoginScreen',
  'User with this email already exists': 'MemberActions',
  'Please enter a price greater than 0': 'EditRewardScreen',
  'Please enter a price no greater than {price}': 'ShopScreen',
  'Invalid code. Please try again': 'CodeCheckScreen',
  'Must be between {start} and {finish}': 'GlobalSettingsScreen',
  'Must be unique': 'ValuesScreen',
  required: 'NewRewardScreen',
  'Wrong format': 'GlobalSettingsScreen',
  'No points available to send': 'FeedScreen',
  'The file is too large': 'UploadStep',
  'Invalid amount value': 'BulkAdjust',
  'The purchase failed': 'OwnPurchases',
  'Choose a card to redeem': 'GiftCardForm',
  'The payment was declined. Please check the payment method': 'CheckoutScreen',
  'The invite link is not valid': 'InvitationScreen',
  'Error reading the file': 'UploadStep',
  'Upload failed': 'UploadStep',
  'Server is not responding. Please try again.': 'ValuesScreen',
  'This link is no longer valid': 'UndoEmailChangeScreen',
  'Please add a comment': 'ShopScreen',
  'Error occurred while sending email. Please try again.': 'LoginScreen',
  'Value is required': 'FeedScreen',
  'Please enter description': 'FeedScreen',
  'Sorry, your message is too long.': 'FeedScreen',
  'User not found': 'FeedScreen',
  'Error occurred': 'FeedScreen',
  'The subscription cannot be renewed': 'BillingOverviewScreen',
  'Some invitations could not be sent': 'ImportInvites',
  'We couldn’t reset the data': 'DemoDataBanner',
}

test('every error text of the specification is in the catalog', () => {
  const texts = new Set<string>(Object.values(errors).map((one) => one.text))
  expect(Object.keys(specifiedTexts).filter((text) => !texts.has(text))).toEqual([])
})

test('the test of a screen expects each error text of the specification', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = new Map(
    globSync('web/**/*.test.tsx', { cwd: root }).map((path) => [basename(path, '.test.tsx'), path]),
  )
  const missing = Object.entries(specifiedTexts).filter(([text, screen]) => {
    const file = files.get(screen)
    // A screen fills the parameters of a text.
    const [start = ''] = text.split('{')
    return !file || !readFileSync(`${root}${file}`, 'utf8').includes(start.trim())
  })
  expect(missing).toEqual([])
})
